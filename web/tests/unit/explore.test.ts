// Explorations: the strict reader, the tree, and what a link of a game that still runs tells of it.
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine, type Transport } from '../../src/engine/engine';
import { mostLink, pack, unpack } from '../../src/app/link';
import { BadExploration, pathTo, readExploration, sameAction, without, type Exploration } from '../../src/explore/file';
import { playAll } from '../../src/explore/open';
import { framesOf } from '../../src/explore/film';
import { LocalTable } from '../../src/table/local_table';
import { Refused, settled, type Json, type MatchView } from '../../src/table/contract';
import { ask, dice, wakeEngine } from './real_engine';

const transport: Transport = {
  send: (request) => {
    try {
      return Promise.resolve({ ok: ask(request as object) });
    } catch (error) {
      if (error instanceof Refused) return Promise.resolve({ error: error.error });
      throw error;
    }
  },
  restart: () => undefined,
};
const engine = new Engine(transport);
beforeAll(wakeEngine);

// A match of bots so many moves long.
async function played(game: string, moves: number, players = 3): Promise<number> {
  const match = await engine.start(game, { players, seed: `explore ${game}` });
  for (let n = 0; n < moves; ++n) {
    const { to_act } = await engine.state(match);
    const [seat] = to_act;
    if (seat === undefined) break;
    await engine.play(match, seat, await engine.choose(match, seat, 'easy', 'x'));
  }
  return match;
}
async function explorationOf(game: string, moves: number): Promise<Exploration> {
  const match = await played(game, moves);
  const { seats } = await engine.state(match);
  return {
    format: 'remise-explore',
    version: 1,
    game,
    title: 'Trial',
    names: Array.from({ length: seats }, (_, i) => `Player ${i + 1}`),
    seat: null,
    match: (await engine.file(match)) as Exploration['match'],
    moves: [],
  };
}
// With some variations by chance.
async function branched(game: string, moves: number): Promise<Exploration> {
  const file = await explorationOf(game, moves);
  const roll = dice(3);
  for (let i = 0; i < 12; ++i) {
    const parent = roll(file.moves.length + 1) - 1;
    const path = pathTo(file.moves, parent).map((at) => file.moves[at]);
    const match = await engine.load({ ...file.match, actions: [...(file.match.actions as Json[]), ...path] });
    const [seat = 0] = (await engine.state(match)).to_act;
    const { legal } = await engine.view(match, seat);
    const action = settled(legal[roll(legal.length)] as never);
    file.moves.push({ parent, seat, action, comment: `comment ${i}` });
    await engine.drop(match);
  }
  return file;
}

describe.each(['1840', 'tramways'])('an exploration of %s', (game) => {
  it('survives a link, and its variations can be played', async () => {
    const file = await branched(game, 60);
    const read = readExploration(await unpack(await pack(file)));
    expect(read).toEqual(file);
    const entries = await playAll(engine, read);
    expect(entries.map(({ seat }) => seat)).toEqual(file.moves.map(({ seat }) => seat));
  });

  it('is refused when a move in it cannot be played', async () => {
    const file = await branched(game, 40);
    const wrong = { ...file, moves: [{ parent: -1, seat: 0, action: { type: 'nonsense' } }] };
    await expect(playAll(engine, readExploration(wrong))).rejects.toBeInstanceOf(Refused);
    await expect(playAll(engine, readExploration({ ...file, names: ['one'], moves: [] }))).rejects.toBeInstanceOf(
      BadExploration,
    );
  });

  it('never fails in another way, whatever is changed in it', async () => {
    const file = JSON.parse(JSON.stringify(await branched(game, 30))) as Json;
    const roll = dice(11);
    const strange: Json[] = [null, -1, 1e9, 0.5, '', 'x'.repeat(300), true, [], {}, [[]], { min: 1, max: 2, step: 1 }];
    for (let i = 0; i < 400; ++i) {
      const copy = JSON.parse(JSON.stringify(file)) as Json;
      mutate(copy, roll, strange);
      try {
        await playAll(engine, readExploration(copy));
      } catch (error) {
        if (!(error instanceof BadExploration) && !(error instanceof Refused)) throw error;
      }
    }
  }, 60_000);

  it('of a whole game fits into a link', async () => {
    const code = await pack(await explorationOf(game, 10_000));
    expect(code.length).toBeLessThan(mostLink);
  }, 60_000);
});

function mutate(value: Json, roll: (n: number) => number, strange: Json[]): void {
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.keys(value);
  const key = keys[roll(keys.length)];
  const inside = value as Record<string, Json>;
  if (key === undefined) return;
  const next = inside[key];
  if (typeof next === 'object' && next !== null && roll(6) > 0) return mutate(next, roll, strange);
  const kind = roll(6);
  if (kind === 0) Reflect.deleteProperty(inside, key);
  else if (kind === 1) inside[`${key}x`] = next ?? null;
  else inside[key] = strange[roll(strange.length)] ?? null;
}

// Cards of a seat as the analyst sees them in a position.
const handsIn = (view: MatchView): Json =>
  (view.state as { players: { hand?: Json }[] }).players.map(({ hand }) => hand ?? null);

describe('a game that still runs', () => {
  async function table(game: string, moves: number, humans: number): Promise<LocalTable> {
    const match = await played(game, moves);
    const state = await engine.state(match);
    const open = new LocalTable(
      engine,
      {
        id: 'x',
        game,
        title: '',
        seats: Array.from({ length: state.seats }, (_, i) => ({
          kind: i < humans ? ('human' as const) : ('bot' as const),
          name: `P${i}`,
        })),
        file: await engine.file(match),
        n: state.n,
        toAct: state.to_act,
        finished: false,
        created: 0,
        updated: 0,
        notes: '',
      },
      { botPause: () => 0, lesson: true },
    );
    await open.whole(0); // it has begun
    return open;
  }

  it.each(['1840', 'tramways'])('gives away neither seed nor hidden cards: %s', async (game) => {
    const open = await table(game, 40, 1);
    const whole = (await open.file()) as { setup: { seed: string } };
    const original = await engine.load(whole);
    let differ = 0;
    for (let i = 0; i < 8; ++i) {
      const given = await open.toShare(40);
      expect(given?.seat).toBe(0);
      const text = JSON.stringify(given?.file);
      expect(text).not.toContain(whole.setup.seed);
      const imagined = await engine.load(given?.file as object);
      // What the sender sees is the same; what the sender cannot see is another draw.
      const [mine, sent] = [await engine.view(original, 0), await engine.view(imagined, 0)];
      const state = (view: MatchView) => ({ ...(view.state as object), commitment: null, seed: null, options: null });
      if (game === '1840') expect(state(sent)).toEqual(state(mine));
      else {
        const hands = [handsIn(mine), handsIn(sent)].map((list) => (list as Json[])[0]);
        expect(hands[1]).toEqual(hands[0]);
        const all = [await engine.view(original, 'analyst'), await engine.view(imagined, 'analyst')].map(handsIn);
        differ += Number(!sameAction(all[0] as Json, all[1] as Json));
      }
      await engine.drop(imagined);
    }
    if (game === 'tramways') expect(differ).toBeGreaterThan(4);
  });

  it('gives all of it once it is over, or where only bots play', async () => {
    const open = await table('1840', 30, 0);
    const given = await open.toShare(10);
    expect(given?.seat).toBe(null);
    expect((given?.file as { actions: Json[] }).actions.length).toBe(10);
  });
});

describe('the reader', () => {
  const good: Exploration = {
    format: 'remise-explore',
    version: 1,
    game: '1840',
    title: '',
    names: ['a', 'b'],
    seat: 1,
    match: { format: 'remise-match-1', game: '1840', actions: [] },
    moves: [{ parent: -1, seat: 0, action: { type: 'pass' } }],
  };
  it('takes what is right', () => expect(readExploration(good)).toEqual(good));
  it.each<[string, object]>([
    ['file.format', { format: 'remise-match-1' }],
    ['file.version', { version: 2 }],
    ['file.more', { more: 1 }],
    ['file.names', { names: [] }],
    ['file.names', { names: Array.from({ length: 9 }, () => 'a') }],
    ['file.names.1', { names: ['a', 7] }],
    ['file.seat', { seat: 2 }],
    ['file.title', { title: 'x'.repeat(201) }],
    ['file.match', { match: [] }],
    ['file.match.format', { match: { game: '1840', actions: [] } }],
    ['file.match.game', { game: 'tramways' }],
    ['file.match.actions', { match: { format: 'remise-match-1', game: '1840' } }],
    ['file.comment', { comment: 5 }],
    ['file.moves', { moves: {} }],
    ['file.moves.0.parent', { moves: [{ parent: 0, seat: 0, action: { type: 'pass' } }] }],
    ['file.moves.0.seat', { moves: [{ parent: -1, seat: 2, action: { type: 'pass' } }] }],
    ['file.moves.0.action', { moves: [{ parent: -1, seat: 0, action: 'pass' }] }],
    ['file.moves.0.odd', { moves: [{ parent: -1, seat: 0, action: { type: 'pass' }, odd: 1 }] }],
    ['file.moves', { moves: Array.from({ length: 1001 }, () => good.moves[0]) }],
  ])('names the place that is wrong: %s', (where, change) => {
    try {
      readExploration({ ...good, ...change });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(BadExploration);
      expect((error as BadExploration).where.startsWith(where)).toBe(true);
    }
  });
});

describe('the tree', () => {
  const move = (parent: number) => ({ parent, seat: 0, action: { type: 'pass' } });
  const moves = [move(-1), move(0), move(0), move(2), move(-1)];
  it('finds the way to a variation', () => expect(pathTo(moves, 3)).toEqual([0, 2, 3]));
  it('loses a variation with all that goes on from it', () => {
    const { moves: left, now } = without(moves, 2);
    expect(left.map(({ parent }) => parent)).toEqual([-1, 0, -1]);
    expect(now).toEqual([0, 1, null, null, 2]);
  });
  it('takes actions for the same whatever their order', () => {
    expect(sameAction({ type: 'bid', price: 5 }, { price: 5, type: 'bid' })).toBe(true);
    expect(sameAction({ type: 'bid', price: 5 }, { type: 'bid', price: 10 })).toBe(false);
    expect(sameAction([1, 2], { 0: 1, 1: 2 })).toBe(false);
  });
});

it('a film shows the first and the last position, and never too many', () => {
  expect(framesOf(0)).toEqual([0]);
  expect(framesOf(3)).toEqual([0, 1, 2, 3]);
  const long = framesOf(900);
  expect(long.length).toBe(150);
  expect([long[0], long.at(-1)]).toEqual([0, 900]);
});
