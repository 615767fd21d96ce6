// @vitest-environment node
// The table of Tramways with the real engine: whatever bots play can be made by touching what the page lights and switching symbols,
// and everything the decision bar promises is what happens.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/engine/wasi';
import {
  Refused,
  type Action,
  type Begun,
  type InTheMaking,
  type LogEntry,
  type MatchState,
  type MatchView,
  type RuleError,
  type Values,
} from '../../src/table/contract';
import { Composer } from '../../src/games/tramways/turn/composer.svelte';
import { deedOf, isKind, symbolsOf } from '../../src/games/tramways/turn/making';
import { trackWay } from '../../src/games/tramways/turn/track';
import { happinessSources } from '../../src/games/tramways/panels/sources';
import { positionOf } from '../../src/games/tramways/view';
import { key, type Spot } from '../../src/games/tramways/board/board';

const wasm = join(import.meta.dirname, '../../public/engine.wasm');
let call: (request: string) => string;
beforeAll(async () => {
  expect(existsSync(wasm), 'build the engine first: scripts/build-wasm.sh').toBe(true);
  call = await loadEngine(readFileSync(wasm));
});
function ask<T>(request: object): T {
  const answer = JSON.parse(call(JSON.stringify(request))) as { ok?: T; error?: RuleError };
  if (answer.error) throw new Refused(answer.error);
  return answer.ok as T;
}
const dice = (seed: number) => {
  let state = seed >>> 0;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};
const shuffled = (options: Values, players: number, seed: string) =>
  ask<number>({ op: 'start', game: 'tramways', setup: { players, seed, options } });

// What people watch of a seat.
const watched = ['money', 'hp', 'stress', 'workers', 'hand_limit', 'links'] as const;
const standing = (view: MatchView) =>
  (view.state as { players: Record<string, number>[] }).players.map((player) =>
    watched.map((what) => Number(player[what])),
  );

describe('everything the decision bar promises', () => {
  it('is what happens, over many decisions made step by step', () => {
    const roll = dice(11);
    let decisions = 0;
    let withThen = 0;
    let open = 0;
    const kinds = new Map<string, number>();
    for (let game = 0; game < 12; ++game) {
      const players = 1 + (game % 5);
      const match = shuffled(game % 3 ? {} : { development: 'alternative' }, players, `promise-${game}`);
      for (let moves = 0; moves < 400; ++moves) {
        const state = ask<MatchState>({ op: 'state', match });
        const seat = state.to_act[0];
        if (seat === undefined) break;
        // Steps at random; where something can be sent, sometimes that is enough.
        let action: Values = {};
        let answer = ask<InTheMaking>({ op: 'compose', match, seat, action });
        for (let steps = 0; steps < 30 && answer.next.length && !(answer.send && roll(3) === 0); ++steps) {
          const step = answer.next[roll(answer.next.length)];
          const set = Object.fromEntries(
            Object.entries(step?.set ?? {}).map(([member, value]) => {
              const range = value as { min?: number; max?: number; step?: number } | null;
              if (range === null || typeof range !== 'object' || range.min === undefined) return [member, value];
              const n = Math.floor(((range.max ?? 0) - range.min) / (range.step ?? 1)) + 1;
              return [member, range.min + (range.step ?? 1) * roll(Math.min(n, 4))];
            }),
          );
          action = { ...answer.action, ...set };
          answer = ask<InTheMaking>({ op: 'compose', match, seat, action });
        }
        if (!answer.send) {
          const { legal } = ask<MatchView>({ op: 'view', match, viewer: seat });
          const chosen = ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: `${game}` });
          answer = ask<InTheMaking>({ op: 'compose', match, seat, action: chosen });
          expect(answer.send, `${JSON.stringify(chosen)} of ${legal.length}`).not.toBeNull();
        }
        const sent = answer.send as Action;
        const before = standing(ask<MatchView>({ op: 'view', match, viewer: 'analyst' }));
        ask({ op: 'play', match, seat, action: sent });
        const after = standing(ask<MatchView>({ op: 'view', match, viewer: 'analyst' }));
        ++decisions;
        kinds.set(sent.type, (kinds.get(sent.type) ?? 0) + 1);
        if (answer.effects?.then?.more) {
          ++open;
          continue;
        }
        if (answer.effects?.then) ++withThen;
        for (let who = 0; who < players; ++who)
          for (const [i, what] of watched.entries()) {
            const told = [answer.effects?.seats ?? [], answer.effects?.then?.seats ?? []]
              .flat()
              .filter((change) => change.seat === who)
              .reduce((sum, change) => sum + (change[what] ?? 0), 0);
            expect(told, `${what} of ${who} by ${JSON.stringify(sent)}`).toBe(
              (after[who]?.[i] ?? 0) - (before[who]?.[i] ?? 0),
            );
          }
      }
      // The rows of the result add up, and so do the sources of happiness.
      const end = ask<MatchView>({ op: 'view', match, viewer: 'analyst' });
      const position = positionOf(end);
      const log = ask<LogEntry[]>({ op: 'log', match, viewer: 'analyst', from: 0 });
      const came = happinessSources(log, players);
      for (const player of position.players) {
        const { hp, links, money, stress } = player.points;
        expect(hp + links + money + stress).toBe(player.score);
        expect(Object.values(came[player.seat] ?? {}).reduce((sum, n) => sum + n, 0)).toBe(player.hp);
      }
      ask({ op: 'drop', match });
    }
    expect(decisions).toBeGreaterThan(1000);
    expect(withThen).toBeGreaterThan(20);
    expect(open).toBeLessThan(decisions / 5);
    for (const kind of [
      'lay_track',
      'build',
      'move_passenger',
      'bid',
      'admin_play',
      'admin_discard',
      'end_turn',
      'buy_hp',
    ])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(3);
  }, 240_000);
});

// Makes an action by touches alone, as a person would at the board and the hand.
async function make(composer: Composer, action: Action, view: MatchView): Promise<Action | null> {
  const position = positionOf(view);
  const parcelAt = (name: string): Spot | null => {
    const field = position.fields.find((entry) => entry.parcel === name);
    return field ? [field.x, field.y] : null;
  };
  await composer.begin(action.type);
  if (action.type === 'lay_track') {
    const way = trackWay(action, position.links, parcelAt)?.way ?? [];
    for (const spot of way) {
      expect([...composer.lit], JSON.stringify(action)).toContain(key(spot));
      await composer.pick(key(spot));
    }
    const meant = composer.lines.findIndex((line) => JSON.stringify(line.action.base) === JSON.stringify(action.base));
    expect(
      meant,
      `${JSON.stringify(action)} among ${JSON.stringify(composer.lines.map((line) => line.action))}`,
    ).toBeGreaterThanOrEqual(0);
    composer.variant = meant;
  } else if (action.type === 'move_passenger') {
    await composer.pick(key(action.field as Spot));
    for (const link of action.route as number[]) {
      expect([...composer.litLinks]).toContain(link);
      await composer.pickLink(link);
    }
  } else if (action.type === 'upgrade_link') await composer.pickLink(Number(action.link));
  else if (action.type === 'upgrade_building') await composer.pick(key(action.field as Spot));
  else if (action.type === 'build') {
    await composer.pick(key(parcelAt(String(action.parcel)) ?? [0, 0]));
    const step = composer.answer?.next.find((entry) => entry.card === action.card);
    expect(step).toBeDefined();
    await composer.set(step?.set ?? {});
  } else if (action.type === 'bid') await composer.set({ amount: action.amount ?? 0 });
  else if (action.type === 'admin_play') {
    composer.reset();
    for (const use of action.uses as { slot: number; field: Spot | null }[]) {
      await composer.toggle(`${String(action.card)}:${use.slot}`);
      if (use.field) await composer.pick(key(use.field));
    }
    return composer.send;
  } else await composer.propose(action);
  // The symbols: what pays and should not is freed, what should and does not is used.
  const wanted = symbolsOf(action);
  for (let i = 0; i < 12; ++i) {
    const now = composer.pay?.ways[0]?.symbols ?? composer.use;
    const missing = wanted.find((symbol) => !now.includes(symbol) && !composer.use.includes(symbol));
    const extra = now.find((symbol) => !wanted.includes(symbol));
    if (missing) await composer.toggle(missing);
    else if (extra) await composer.toggle(extra);
    else break;
  }
  return composer.send;
}
const plainly = (action: Action | null): unknown =>
  action && {
    ...deedOf(action),
    ...(action.type === 'lay_track' ? { redirect: action.redirect ?? null } : {}),
    symbols: symbolsOf(action).sort(),
  };

describe('everything bots play', () => {
  it('can be made by touches, with exactly these symbols', async () => {
    const kinds = new Map<string, number>();
    for (const [players, level, seed] of [
      [2, 'medium', 'a'],
      [3, 'medium', 'b'],
      [5, 'medium', 'c'],
      [1, 'medium', 'd'],
    ] as const) {
      const match = shuffled(players === 3 ? { draft: true } : {}, players, `made-${seed}`);
      for (;;) {
        const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
        if (seat === undefined) break;
        const view = ask<MatchView>({ op: 'view', match, viewer: seat });
        const action = ask<Action>({ op: 'choose', match, seat, level, seed });
        const composer = new Composer((begun: Begun) => {
          try {
            return Promise.resolve(ask<InTheMaking>({ op: 'compose', match, seat, ...begun }));
          } catch (error) {
            return Promise.reject(error as Error);
          }
        });
        await composer.arrive(view.legal, false);
        const made = await make(composer, action, view);
        expect(plainly(made), JSON.stringify(action)).toEqual(plainly(action));
        // A hint comes to the same, and each of its steps can be taken back.
        const position = positionOf(view);
        await composer.load(action, (way) =>
          (
            trackWay(way, position.links, (name) => {
              const field = position.fields.find((entry) => entry.parcel === name);
              return field ? [field.x, field.y] : null;
            })?.way ?? []
          ).map(key),
        );
        expect(plainly(composer.send), `hint ${JSON.stringify(action)}`).toEqual(plainly(action));
        if (isKind(action.type)) {
          const depth = composer.stages.length;
          await composer.back();
          expect(composer.stages.length).toBe(depth - 1);
        }
        ask({ op: 'play', match, seat, action: made as Action });
        kinds.set(action.type, (kinds.get(action.type) ?? 0) + 1);
      }
      ask({ op: 'drop', match });
    }
    for (const kind of [
      'lay_track',
      'build',
      'move_passenger',
      'bid',
      'admin_play',
      'admin_discard',
      'draft_parcel',
      'choose_hand',
      'solo_reveal',
    ])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
  }, 240_000);
});
