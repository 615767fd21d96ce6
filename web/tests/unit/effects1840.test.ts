// What the bar of 1840 says a choice changes: the engine's figures, one's own money first.
import { beforeEach, expect, it } from 'vitest';
import { changesTold } from '../../src/games/vienna1840/turn/effects';
import type { Position } from '../../src/games/vienna1840/position';
import { useTexts } from '../../src/i18n/i18n.svelte';
import texts from '../../../data/locale/en/1840.json';
import type { Effects } from '../../src/table/contract';

beforeEach(() => useTexts(texts));

const position = {
  company: 'WT',
  players: [
    { seat: 0, cash: 100, loans: 0 },
    { seat: 1, cash: 40, loans: 0 },
  ],
  companies: [{ id: 'WT', treasury: 700, revenue: 60, price: 98 }],
} as unknown as Position;
const told = (changes: object) =>
  changesTold({ seats: [], events: [], then: null, ...changes } as unknown as Effects, position, 0, () => 'Bruno');

it('is told from the value now to the value then', () => {
  expect(told({ companies: [{ company: 'WT', treasury: -100 }] })).toEqual(['treasury 700 → 600']);
  expect(told({ companies: [{ company: 'WT', revenue: 50 }] })).toEqual(['revenue of WT 60 → 110']);
});
it('begins with one’s own money and ends with that of others', () =>
  expect(
    told({
      seats: [
        { seat: 1, money: 20 },
        { seat: 0, money: -30, loans: 1 },
      ],
      companies: [{ company: 'WT', price: -7, revenue: -60 }],
    }),
  ).toEqual(['your cash 100 → 70', 'loans 0 → 1', 'share of WT 98 → 91', 'Bruno: 40 → 60']));
it('says nothing where nothing changes or nothing is known', () => {
  expect(told({})).toEqual([]);
  expect(changesTold(null, position, 0, () => '')).toEqual([]);
});
