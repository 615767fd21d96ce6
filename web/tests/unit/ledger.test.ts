// What the ledger reads from the log, and which answer "Why not?" gives of several.
import { describe, expect, it } from 'vitest';
import { bidsFor, priceChanges, roundsOf, sumOf } from '../../src/games/vienna1840/ledger/history';
import { sameAction } from '../../src/games/vienna1840/turn/steps';
import { answerFor } from '../../src/games/vienna1840/turn/whynot';
import type { Action, Event, LogEntry, RuleError } from '../../src/table/contract';

const move = (n: number, seat: number, ...events: Event[]): LogEntry => ({ n, seat, action: { type: 'pass' }, events });
const ran = (line: number, route: number, maintenance: number): Event => ({
  kind: 'line_ran',
  company: 'WT',
  line,
  route,
  maintenance,
  net: route + maintenance,
});

describe('rounds of the log', () => {
  const log = [
    move(0, 0, { kind: 'passed', seat: 0 }, { kind: 'round_started', round: 'LR1a' }, ran(4, 50, 0)),
    move(1, 1, ran(5, 90, -50)),
    move(2, 0, { kind: 'round_started', round: 'CR2' }, { kind: 'private_paid', private: 'PR', seat: 1, amount: 5 }),
    move(
      3,
      0,
      { kind: 'dividend_paid', company: 'WT', amount: 90, treasury: 0 },
      { kind: 'income', seat: 1, company: 'WT', amount: 45 },
    ),
  ];
  it('hold what happened in them, in which an event that begins one stands in the middle of a move', () => {
    const rounds = roundsOf(log, true, 'PRE');
    expect(rounds.map(({ round, n }) => [round, n])).toEqual([
      ['PRE', 0],
      ['LR1a', 1],
      ['CR2', 3],
    ]);
    expect(sumOf(rounds[1]?.runs.get('WT'))).toBe(90);
    expect(rounds[2]?.paid.get('WT')).toBe(90);
    expect(rounds[2]?.income.get(1)).toBe(50);
  });
  it('begin with the first that is known where older moves are missing', () =>
    expect(roundsOf(log.slice(1), false, 'PRE').map(({ round }) => round)).toEqual(['CR2']));
});

it('prices are compared with those of the last own decision', () => {
  const moved = (from: number, to: number): Event => ({
    kind: 'price_moved',
    company: 'WT',
    from,
    to,
    row: 0,
    column: 0,
  });
  const log = [move(0, 1, moved(80, 90)), move(1, 0), move(2, 1, moved(90, 98)), move(3, 1, moved(98, 91))];
  expect([...priceChanges(log, 0)]).toEqual([['WT', 1]]);
  expect([...priceChanges([...log, move(4, 0)], 0)]).toEqual([]);
});

it('bids are those for the lot, in order', () => {
  const bid = (line: number, company: string, price: number): Event => ({ kind: 'line_bid', line, company, price });
  const log = [move(0, 0, bid(4, 'WT', 20)), move(1, 1, bid(5, 'D', 20)), move(2, 0, bid(5, 'WT', 25))];
  expect(bidsFor(log, { line: 5, private: null })).toEqual([
    { by: 'D', price: 20 },
    { by: 'WT', price: 25 },
  ]);
});

describe('the answer to "Why not?"', () => {
  const refuse = (code: string): RuleError => ({ scope: '1840', code, rule: 'R1', values: {} });
  const ask = (codes: (string | null)[], most = 99) => {
    const rest = [...codes];
    return answerFor(
      codes.map((): Action => ({ type: 'lay_tile' })),
      () => {
        const code = rest.shift() ?? null;
        return Promise.resolve(code === null ? null : refuse(code));
      },
      most,
    );
  };
  it('is about the place as soon as one is', async () =>
    expect((await ask(['track_leads_nowhere', 'tile_not_connected', 'no_tile_left']))?.code).toBe(
      'tile_not_connected',
    ));
  it('is else the one that was found last of the checks', async () =>
    expect((await ask(['no_tile_left', 'track_leads_nowhere', 'tile_not_for_hex']))?.code).toBe('track_leads_nowhere'));
  it('is none where something is possible', async () => expect(await ask(['no_tile_left', null])).toBeNull());
  it('takes no more questions than allowed', async () =>
    expect((await ask(['no_tile_left', 'tile_not_connected'], 1))?.code).toBe('no_tile_left'));
});

it('actions are the same whatever stands at its default', () => {
  const lay = { type: 'lay_tile', hex: 'H28', tile: '6', rotation: 0 };
  expect(sameAction(lay, { hex: 'H28', type: 'lay_tile', tile: '6', rotation: 0, circle: 0 })).toBe(true);
  expect(sameAction(lay, { ...lay, rotation: 1 })).toBe(false);
});
