// What the result says: who is ahead and what broke a tie, and what a company brought.
import { describe, expect, test } from 'vitest';
import { gaveUp, leadOf, placed, placeOf } from '../../src/frame/places';
import { broughtBy } from '../../src/frame/sources';
import { ranked, tieBroken } from '../../src/games/tramways/ranks';
import type { TableInfo } from '../../src/table/table';
import { info } from './support';

const player = (seat: number, score: number, money: number) => ({ seat, score, money });

describe('the end of a match of Tramways', () => {
  test('money breaks a tie, and that is said', () => {
    const ranks = ranked([player(0, 40, 9), player(1, 52, 11), player(2, 52, 14)]);
    expect(ranks.map(({ seat }) => seat)).toEqual([2, 1, 0]);
    expect(tieBroken(ranks)).toEqual({ first: player(2, 52, 14), second: player(1, 52, 11) });
  });
  test('no word of it where points decide, nobody else plays, or the win is shared', () => {
    expect(tieBroken(ranked([player(0, 53, 1), player(1, 52, 14)]))).toBeNull();
    expect(tieBroken([player(0, 53, 1)])).toBeNull();
    expect(tieBroken(ranked([player(0, 52, 14), player(1, 52, 14)]))).toBeNull();
  });
});

describe('who resigned has not won, however well the bot in the seat did', () => {
  const table = (...resigned: number[]) => ({
    ...info,
    seats: [0, 1, 2].map((seat) => ({ kind: 'bot' as const, name: `P${seat}`, resigned: resigned.includes(seat) })),
  });
  const ranks = [player(0, 83, 0), player(1, 54, 0), player(2, 40, 0)];
  const score = (one: { score: number }) => one.score;
  const places = (at: TableInfo) => ranks.map((one) => placeOf(at, ranks, one, score));

  test('the seat comes last, and the lead is that over the next who stayed', () => {
    expect(gaveUp(table(0), 0)).toBe(true);
    expect(placed(table(0), ranks).map(({ seat }) => seat)).toEqual([1, 2, 0]);
    expect(places(table(0))).toEqual([3, 1, 2]);
    expect(leadOf(table(0), ranks, score)).toBe(14);
  });
  test('there is no lead over people who all resigned, and those share the last place', () => {
    expect(leadOf(table(0, 2), ranks, score)).toBeNull();
    expect(places(table(0, 2))).toEqual([2, 1, 2]);
  });
  test('nothing changes where all stay', () => {
    expect(placed(table(), ranks)).toEqual(ranks);
    expect(places(table())).toEqual([1, 2, 3]);
    expect(leadOf(table(), ranks, score)).toBe(29);
    expect(leadOf(null, [player(0, 83, 0)], score)).toBe(0);
  });
});

test('what a company paid is what all players got of it, and nothing else', () => {
  const account = (source: string, of: string, amount: number) => ({ source, of, amount, by_round: [amount] });
  const all = [
    account('dividends', 'SJE', 30),
    account('dividends', 'SJE', 12),
    account('prices', 'SJE', 500),
    account('dividends', 'D', 7),
    account('stadtbahn', 'V2', 90),
  ];
  expect(broughtBy(all, 'SJE', ['dividends', 'stadtbahn'])).toBe(42);
  expect(broughtBy(all, 'V2', ['dividends', 'stadtbahn'])).toBe(90);
  expect(broughtBy(all, 'G', ['dividends', 'stadtbahn'])).toBe(0);
});
