import { expect, it } from 'vitest';
import { steady } from '../../src/ui/steady';

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
