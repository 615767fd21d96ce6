import { expect, it } from 'vitest';
import { steady, steadyEach } from '../../src/ui/steady';

it('keeps the value before while the new one says the same', () => {
  const keep = steady<{ hex: string }[]>();
  const first = keep([{ hex: 'A1' }]);
  expect(keep([{ hex: 'A1' }])).toBe(first);
  const next = [{ hex: 'A2' }];
  expect(keep(next)).toBe(next);
});

it('looks into maps and sets', () => {
  const keepMap = steady<Map<string, { gain: number }>>();
  const first = keepMap(new Map([['A1', { gain: 10 }]]));
  expect(keepMap(new Map([['A1', { gain: 10 }]]))).toBe(first);
  expect(keepMap(new Map([['A1', { gain: 20 }]])).get('A1')?.gain).toBe(20);
  const keepSet = steady<Set<string>>();
  const set = keepSet(new Set(['a']));
  expect(keepSet(new Set(['a']))).toBe(set);
  expect(keepSet(new Set(['b']))).not.toBe(set);
});

it('takes nothing for an answer', () => {
  const keep = steady<string | null>();
  expect(keep(null)).toBeNull();
  expect(keep('x')).toBe('x');
  expect(keep(null)).toBeNull();
});

it('keeps each part of a list that says the same', () => {
  const keep = steadyEach<{ id: number; passenger: boolean }>(({ id }) => id);
  const [a, b] = [
    { id: 1, passenger: false },
    { id: 2, passenger: true },
  ];
  const first = keep([a, b]);
  expect(keep([{ ...a }, { ...b }])).toBe(first);
  const moved = keep([{ ...a, passenger: true }, { ...b }]);
  expect(moved).not.toBe(first);
  expect(moved[0]?.passenger).toBe(true);
  expect(moved[1]).toBe(b);
  expect(keep([{ ...b }])).toEqual([b]);
  expect(keep([{ ...a }, { ...b }])[0]).toEqual(a); // what was gone is new
});
