// @vitest-environment node
// The table of Tramways with the real engine: whatever bots play can be made by touching what the page lights and switching symbols.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action, Begun, InTheMaking, MatchState, MatchView, Values } from '../../src/table/contract';
import { Composer } from '../../src/games/tramways/turn/composer.svelte';
import { deedOf, isKind, symbolsOf } from '../../src/games/tramways/turn/making';
import { trackWay } from '../../src/games/tramways/turn/track';
import { positionOf } from '../../src/games/tramways/view';
import { key, type Spot } from '../../src/games/tramways/board/board';
import { ask, wakeEngine } from './real_engine';
import { exampleList, wanted } from './tramways_kinds';

beforeAll(wakeEngine);

const shuffled = (options: Values, players: number, seed: string) =>
  ask<number>({ op: 'start', game: 'tramways', setup: { players, seed, options } });

// Where track begins, whatever the order of its members.
function baseOf(action: Values): string {
  const { kind, field, edge, link, parcel } = action.base as Record<string, unknown>;
  return JSON.stringify([kind, field, edge, link, parcel]);
}

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
    const meant = composer.lines.findIndex((line) => baseOf(line.action) === baseOf(action));
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

// What bots never do is made too: every kind of action and of payment that matches played by chance show, by the same touches.
describe('everything of a list with every kind and payment', () => {
  it('can be made by touches', async () => {
    const list = exampleList();
    const met = new Set(list.flatMap(({ tags }) => tags));
    expect(
      wanted.filter((tag) => !met.has(tag)),
      'not in the list',
    ).toEqual([]);
    for (const { tags, file, seat, action } of list) {
      const match = ask<number>({ op: 'load', file });
      const view = ask<MatchView>({ op: 'view', match, viewer: seat });
      const composer = new Composer((begun: Begun) =>
        Promise.resolve(ask<InTheMaking>({ op: 'compose', match, seat, ...begun })),
      );
      await composer.arrive(view.legal, false);
      const made = await make(composer, action, view);
      expect(plainly(made), `${tags.join(', ')}: ${JSON.stringify(action)}`).toEqual(plainly(action));
      ask({ op: 'play', match, seat, action: made as Action });
      ask({ op: 'drop', match });
    }
  }, 240_000);
});
