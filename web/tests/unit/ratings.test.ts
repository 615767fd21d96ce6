// The ratings of the server are those of OpenSkill: tests/ratings.json has results of two to six players with ties, and what
// OpenSkill makes of them; the C++ test computes the same. REMISE_WRITE writes the file anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rate, rating } from 'openskill';
import { expect, test } from 'vitest';

interface Case {
  before: [number, number][];
  places: number[];
  after: [number, number][];
}
const path = join(import.meta.dirname, '../../../tests/ratings.json');

function openskill(before: [number, number][], places: number[]): [number, number][] {
  const teams = before.map(([mu, sigma]) => [rating({ mu, sigma })]);
  return rate(teams, { rank: places, tau: 25 / 300 }).map(([one]) => [one?.mu ?? 0, one?.sigma ?? 0]);
}

// A small generator of its own, so that the file does not change from run to run.
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function cases(): Case[] {
  const next = chance(1840);
  return Array.from({ length: 300 }, (_, i) => {
    const players = 2 + (i % 5);
    const before = Array.from(
      { length: players },
      () => (i < 20 ? [25, 25 / 3] : [10 + 30 * next(), 1 + 8 * next()]) as [number, number],
    );
    const places = before.map(() => 1 + Math.floor(next() * players));
    return { before, places, after: openskill(before, places) };
  });
}

test('the results on file are those of OpenSkill', () => {
  if (process.env.REMISE_WRITE) writeFileSync(path, `${JSON.stringify(cases()).replaceAll('},{', '},\n{')}\n`);
  const kept = JSON.parse(readFileSync(path, 'utf8')) as Case[];
  expect(kept.length).toBeGreaterThan(200);
  for (const one of kept) {
    const after = openskill(one.before, one.places);
    after.forEach(([mu, sigma], i) => {
      expect(mu).toBeCloseTo(one.after[i]?.[0] ?? NaN, 9);
      expect(sigma).toBeCloseTo(one.after[i]?.[1] ?? NaN, 9);
    });
  }
});
