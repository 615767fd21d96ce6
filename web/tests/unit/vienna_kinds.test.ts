// @vitest-environment node
// The list of every kind of action of 1840 (vienna_kinds.ts) is complete; the browser makes each of them by clicks.
import { beforeAll, expect, it } from 'vitest';
import { wakeEngine } from './real_engine';
import { exampleList, wanted } from './vienna_kinds';

beforeAll(wakeEngine);

it('matches of 1840 show every kind of action and every way to pay', { timeout: 240_000 }, () => {
  const met = exampleList().flatMap(({ tags }) => tags);
  expect(wanted.filter((tag) => !met.includes(tag))).toEqual([]);
});
