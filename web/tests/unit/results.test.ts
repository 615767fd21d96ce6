// What the result says: who is ahead and what broke a tie, and what a company brought.
import { describe, expect, test } from 'vitest';
import { broughtBy } from '../../src/frame/sources';
import { ranked, tieBroken } from '../../src/games/tramways/ranks';

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
