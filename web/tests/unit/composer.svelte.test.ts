// Making an action at a Tramways table, against an engine that is asked after every step.
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { Action, Begun, Effects, InTheMaking, Json, Step, Values } from '../../src/table/contract';
import { Composer } from '../../src/games/tramways/turn/composer.svelte';
import { symbolsOf, symbolStates, touches, wayTo } from '../../src/games/tramways/turn/making';
import { trackWay } from '../../src/games/tramways/turn/track';
import { effectsTold, stressAfter } from '../../src/games/tramways/turn/effects';
import { PlaceNames } from '../../src/games/tramways/board/names';
import { chainMiddle, chainPath, edgeTowards, spotName, type BoardField } from '../../src/games/tramways/board/board';
import { lastAuction } from '../../src/games/tramways/panels/auction';
import { spread } from '../../src/games/tramways/panels/spread';
import { useTexts } from '../../src/i18n/i18n.svelte';
import type { Seat } from '../../src/games/tramways/view';

useTexts({
  'tramways.web.fx.hp': 'happiness {signed}',
  'tramways.web.fx.stress_to': 'stress {from} to {to}',
  'tramways.web.fx.stress': 'stress {signed}',
  'tramways.web.money_of': '{sign}${n}',
});

const notChosen = (what: string) => ({ scope: 'core', code: 'not_chosen', rule: '', values: { what } });
const answer = (action: Values, more: Partial<InTheMaking> = {}): InTheMaking => ({
  action,
  send: null,
  why: notChosen('more'),
  next: [],
  closed: [],
  pay: null,
  effects: null,
  ...more,
});

// A strip of five squares: a building at 0, own parcel at 3 (also the end of link 4), an own link that ends open on 1,1.
function engine(begun: Begun): InTheMaking {
  const { action } = begun;
  const base = action.base as { kind: string; field?: number[]; edge?: string } | undefined;
  const exits = (action.exits ?? []) as string[];
  if (action.type === undefined) return answer({}, { next: [{ set: { type: 'lay_track' } }] });
  if (action.type === 'end_turn') return answer(action, { send: action as Action, why: null });
  if (!base)
    return answer(action, {
      next: [
        { set: { base: { kind: 'new', field: [0, 0] } }, kind: 'new', field: [0, 0], place: 'R', edges: ['E'] },
        { set: { base: { kind: 'new', field: [3, 0] } }, kind: 'new', field: [3, 0], place: 'A1', edges: ['E'] },
        { set: { base: { kind: 'through', link: 4, parcel: 'A1' } }, kind: 'through', link: 4, field: [3, 0] },
        { set: { base: { kind: 'link', link: 3 } }, kind: 'link', link: 3, field: [1, 1], edge: 'E' },
      ],
    });
  if (base.kind === 'new' && !base.edge) {
    const [x = 0, y = 0] = base.field ?? [];
    return answer(action, {
      next: [{ set: { base: { ...base, edge: 'E' } as Json }, kind: 'edge', edge: 'E', field: [x + 1, y] }],
    });
  }
  const start = base.kind === 'new' ? [(base.field?.[0] ?? 0) + 1, 0] : base.kind === 'link' ? [2, 1] : [3, 0];
  const at: [number, number] = [(start[0] ?? 0) + exits.length, start[1] ?? 0];
  const piece = (edge: string): Step => ({
    set: { exits: [...exits, edge] },
    kind: 'piece',
    field: at,
    edge,
    rails: 1,
  });
  const redirect: Step = { set: { redirect: 'S' }, kind: 'redirect', field: [1, 1], edge: 'S', rails: 1 };
  const symbols = begun.use?.length ? begun.use : begun.avoid?.includes('1:0') ? ['2:0'] : ['1:0'];
  return answer(action, {
    next: [piece('E'), ...(base.kind === 'link' && exits.length === 0 ? [redirect] : [])],
    ...(exits.length
      ? {
          send: { ...action, rails: symbols, dests: [] } as unknown as Action,
          why: null,
          pay: {
            needs: [{ need: 'rail', sum: 1, found: 1 }],
            symbols: [
              { symbol: '1:0', state: symbols.includes('1:0') ? 'pays' : 'can', need: 'rail', stress: 0, dollars: 0 },
              { symbol: '2:0', state: symbols.includes('2:0') ? 'pays' : 'can', need: 'rail', stress: 1, dollars: 0 },
              { symbol: '2:1', state: 'no', why: 'symbol_wrong_phase' },
            ],
            ways: [{ stress: 0, dollars: 0, coins: 0, cards: 1, symbols, set: { rails: symbols } }],
            stress: 0,
            hp: 0,
            dollars: 0,
          },
        }
      : {}),
  });
}
const legal: Action[] = [{ type: 'end_turn' }];
async function begun(ask = (begin: Begun) => Promise.resolve(engine(begin))) {
  const composer = new Composer(ask);
  await composer.arrive(legal, false);
  flushSync();
  return composer;
}

describe('track, field by field', () => {
  it('lights every start, then what may follow', async () => {
    const composer = await begun();
    expect([...composer.lit].sort()).toEqual(['0,0', '1,1', '3,0']);
    expect(composer.kindsAt('0,0')).toEqual(['lay_track']);
    await composer.pick('0,0');
    expect([...composer.lit]).toEqual(['1,0']);
    await composer.pick('1,0');
    await composer.pick('2,0');
    expect(composer.drawn).toEqual(['0,0', '1,0', '2,0']);
    expect(composer.send).toEqual({
      type: 'lay_track',
      base: { kind: 'new', field: [0, 0], edge: 'E' },
      exits: ['E'],
      rails: ['1:0'],
      dests: [],
    });
    await composer.pick('2,0'); // the last one again takes it back
    expect(composer.drawn).toEqual(['0,0', '1,0']);
    expect(composer.send).toBeNull();
  });
  it('takes what is meant in several ways until the fields say which', async () => {
    const composer = await begun();
    await composer.pick('3,0');
    expect(composer.lines.map((line) => (line.action.base as { kind: string }).kind)).toEqual(['new', 'through']);
    expect([...composer.lit]).toEqual(['4,0']);
    await composer.pick('4,0');
    expect(composer.lines.length).toBe(2); // still both: the person is asked
    composer.variant = 1;
    expect(composer.line?.action).toMatchObject({ base: { kind: 'through' }, exits: ['E'] });
  });
  it('goes on from the open end of a link, or turns its last piece', async () => {
    const composer = await begun();
    await composer.pick('1,1');
    expect([...composer.lit].sort()).toEqual(['1,2', '2,1']);
    await composer.pick('2,1');
    expect(composer.line?.action).toEqual({ type: 'lay_track', base: { kind: 'link', link: 3 } });
    await composer.pick('3,1');
    expect(composer.line?.action.exits).toEqual(['E']);
    await composer.back();
    await composer.back();
    await composer.pick('1,2');
    expect(composer.line?.action.redirect).toBe('S');
  });
  it('follows a pointer faster than the answers, and back again', async () => {
    const waits: (() => void)[] = [];
    let slow = false;
    const composer = await begun(async (asked) => {
      if (slow) await new Promise<void>((go) => waits.push(go));
      return engine(asked);
    });
    slow = true;
    const drawn = [composer.pick('0,0'), composer.drag('1,0'), composer.drag('2,0'), composer.drag('3,0')];
    for (let i = 0; i < 40; ++i) {
      waits.shift()?.();
      await Promise.resolve();
    }
    await Promise.all(drawn);
    expect(composer.drawn).toEqual(['0,0', '1,0', '2,0', '3,0']);
    slow = false;
    await composer.drag('2,0');
    expect(composer.drawn).toEqual(['0,0', '1,0', '2,0']);
  });
  it('begins anew at another start', async () => {
    const composer = await begun();
    await composer.pick('0,0');
    await composer.pick('1,0');
    await composer.pick('1,1');
    expect(composer.drawn).toEqual(['1,1']);
  });
});

describe('paying', () => {
  it('frees what pays and uses what could, until something else is made', async () => {
    const composer = await begun();
    for (const field of ['0,0', '1,0', '2,0']) await composer.pick(field);
    await composer.toggle('1:0');
    expect(composer.send?.rails).toEqual(['2:0']);
    const states = symbolStates(composer.answer, composer.avoid, (code) => code);
    expect(states.get('1:0')).toEqual({ state: 'freed' });
    expect(states.get('2:0')).toEqual({ state: 'pays', order: 1 });
    expect(states.get('2:1')).toEqual({ state: 'not', why: 'symbol_wrong_phase' });
    await composer.pick('3,0'); // drawing on keeps what was said about symbols
    expect(composer.send?.rails).toEqual(['2:0']);
    await composer.toggle('1:0');
    expect(composer.use).toEqual(['1:0']);
    expect(composer.send?.rails).toEqual(['1:0']);
    composer.reset();
    expect([composer.use, composer.avoid]).toEqual([[], []]);
  });
});

describe('what others do', () => {
  it('does not wipe a half-made choice, but says when it became impossible', async () => {
    const composer = await begun();
    await composer.pick('0,0');
    await composer.pick('1,0');
    await composer.arrive(legal, true);
    expect(composer.drawn).toEqual(['0,0', '1,0']);
    expect(composer.gone).toBe(false);
    await composer.arrive(legal, false);
    expect(composer.drawn).toEqual([]);
  });
  it('drops answers to what is no longer asked', async () => {
    let go: () => void = () => undefined;
    let slow = false;
    const composer = await begun(async (asked) => {
      if (slow) await new Promise<void>((free) => (go = free));
      return engine(asked);
    });
    slow = true;
    const first = composer.pick('0,0');
    await Promise.resolve();
    composer.reset();
    go();
    await first;
    expect(composer.stages).toEqual([]);
  });
});

describe('a hint', () => {
  it('is made step by step, so that each can be taken back', async () => {
    const action = {
      type: 'lay_track',
      base: { kind: 'new', field: [0, 0], edge: 'E' },
      redirect: null,
      exits: ['E', 'E'],
      rails: ['2:0'],
      dests: [],
    } as unknown as Action;
    expect(wayTo(action).map((way) => Object.keys(way).length)).toEqual([1, 2, 2, 3, 3]);
    expect(symbolsOf(action)).toEqual(['2:0']);
    const composer = await begun();
    await composer.load(action, (way) => (trackWay(way, [], () => null)?.way ?? []).map((spot) => spot.join()));
    expect(composer.drawn).toEqual(['0,0', '1,0', '2,0', '3,0']);
    expect(composer.send?.rails).toEqual(['2:0']);
    await composer.back();
    expect(composer.drawn).toEqual(['0,0', '1,0', '2,0']);
  });
});

describe('steps', () => {
  it('are touched where they lead', () => {
    const steps: Step[] = [
      { set: { route: [1] }, kind: 'ride', link: 1, to: [4, 2] },
      { set: { link: 2 }, kind: 'link', link: 2 },
      { set: { card: 46 }, kind: 'card', card: 46 },
      { set: { parcel: 'D3' }, kind: 'parcel', parcel: 'D3', field: [1, 1] },
    ];
    expect(touches(steps, []).map(({ field, link }) => [field, link])).toEqual([
      ['4,2', 1],
      [null, 2],
      ['1,1', null],
    ]);
  });
});

describe('what is promised', () => {
  const seats = [
    { seat: 0, stress: 6 },
    { seat: 1, stress: 2 },
  ] as Seat[];
  it('is what the engine says, for oneself, for others, and for what follows', () => {
    const effects: Effects = {
      seats: [
        { seat: 0, stress: 1, money: -3 },
        { seat: 1, hp: 2, money: 3 },
      ],
      events: [],
      then: { seats: [{ seat: 0, stress: 1 }], events: [], more: false },
    };
    const told = effectsTold(effects, 0, seats, (seat) => `seat ${seat}`);
    expect(told.own.map(({ text }) => text)).toEqual(['stress 6 to 7', '−$3']);
    expect(told.others).toEqual(['seat 1: happiness +2, +$3']);
    expect(told.then).toEqual(['stress +1']);
    expect(stressAfter(effects, seats[0] as Seat)).toBe(7);
    expect(stressAfter(null, seats[0] as Seat)).toBeNull();
  });
});

describe('names', () => {
  const field = (x: number, y: number, building: string | null, parcel: string | null = null) =>
    ({ x, y, building, parcel }) as BoardField;
  it('call a link by its ends, with squares where two would be called the same', () => {
    const fields = [field(0, 0, 'R'), field(2, 0, 'C'), field(4, 0, 'C'), field(0, 2, null, 'D3'), field(1, 1, null)];
    const link = (id: number, from: [number, number], to: [number, number] | null) => ({
      ...{ id, owner: 0, pieces: [], complete: to !== null, upgraded: false, pays: 1 },
      ends: [from, to] as [[number, number], [number, number] | null],
    });
    const names = new PlaceNames(fields, [
      link(1, [0, 0], [2, 0]),
      link(2, [0, 0], [4, 0]),
      link(3, [0, 2], [0, 0]),
      link(4, [0, 2], null),
    ]);
    expect([1, 2, 3, 4].map((id) => names.link(id))).toEqual(['R 1a–C 3a', 'R 1a–C 5a', 'D3–R', 'D3–…']);
    expect(names.exact([1, 1])).toBe('2b');
    expect(spotName([9, 27])).toBe('10ab');
  });
});

describe('the auction that is over', () => {
  it('keeps its bids in sight', () => {
    const entry = (n: number, seat: number, ...events: { kind: string; [key: string]: Json }[]) => ({
      ...{ n, seat, action: { type: 'bid' } },
      events,
    });
    const log = [
      entry(0, 0, { kind: 'round_begun', round: 1 }),
      entry(1, 0, { kind: 'bid_made', seat: 0, amount: 2 }),
      entry(2, 1, { kind: 'passed', seat: 1 }, { kind: 'placed', seat: 1, place: 2 }),
      entry(
        3,
        0,
        { kind: 'bid_made', seat: 0, amount: 3 },
        { kind: 'placed', seat: 0, place: 1 },
        { kind: 'order_set' },
      ),
      entry(4, 0, { kind: 'auction_card_taken', seat: 0 }),
    ];
    expect(lastAuction(log)).toEqual({
      round: 1,
      places: [
        { seat: 0, bids: [2, 3], paid: 5 },
        { seat: 1, bids: [], paid: 0 },
      ],
    });
    expect(lastAuction(log.slice(0, 3))).toBeNull();
  });
});

describe('marks on a scale', () => {
  it('never hide each other and stay near their place', () => {
    expect(spread([10, 10, 50], 14, 0, 100)).toEqual([3, 17, 50]);
    expect(spread([0, 0, 0], 14, 0, 100)).toEqual([0, 14, 28]);
    expect(spread([100, 98], 14, 0, 100)).toEqual([100, 86]);
    const many = spread([20, 24, 22, 60, 61], 14, 0, 100).sort((a, b) => a - b);
    for (let i = 1; i < many.length; ++i) expect((many[i] ?? 0) - (many[i - 1] ?? 0)).toBeGreaterThanOrEqual(13.999);
  });
});

describe('drawing', () => {
  it('makes one path of a chain, with its badge in the middle', () => {
    expect(
      chainPath(
        [
          [1, 0, 'W', 'E'],
          [2, 0, 'W', 'S'],
        ],
        10,
      ),
    ).toBe('M10.0 5.0Q15.0 5.0 20.0 5.0Q25.0 5.0 25.0 10.0');
    expect(
      chainMiddle([
        [1, 0, 'W', 'E'],
        [2, 0, 'W', 'E'],
      ]),
    ).toEqual([2, 0.5]);
    expect(chainMiddle([[1, 0, 'W', 'E']])).toEqual([1.5, 0.5]);
  });
  it('knows the side between neighbours', () => {
    expect(edgeTowards([1, 1], [1, 0])).toBe('N');
    expect(edgeTowards([1, 1], [3, 1])).toBeNull();
  });
  it('lays the pieces of an action begun', () => {
    const links = [
      { id: 3, owner: 0, complete: false, upgraded: false, pays: 1, pieces: [[1, 0, 'W', 'E']] },
      { id: 4, owner: 0, complete: true, upgraded: false, pays: 1, pieces: [[5, 0, 'W', 'E']] },
    ] as unknown as Parameters<typeof trackWay>[1];
    const way = (action: Values) => trackWay({ type: 'lay_track', ...action }, links, () => [6, 0]);
    expect(way({ base: { kind: 'new', field: [0, 0] } })?.way).toEqual([[0, 0]]);
    expect(way({ base: { kind: 'link', link: 3 }, exits: ['E'] })?.way).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(way({ base: { kind: 'link', link: 3 }, redirect: 'S' })?.pieces).toEqual([[1, 0, 'W', 'S']]);
    expect(way({ base: { kind: 'through', link: 4, parcel: 'A1' }, exits: ['S'] })?.pieces).toEqual([[6, 0, 'W', 'S']]);
  });
});
