// What the auction of 1840 offers to bid is what is chosen then, also after others have gone higher.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import AuctionPanel from '../../src/games/vienna1840/turn/AuctionPanel.svelte';
import type { Choice } from '../../src/games/vienna1840/turn/choice';
import { useTexts } from '../../src/i18n/i18n.svelte';

useTexts({ '1840.web.bid_for': 'Bid {price}', '1840.web.cash_left': 'Cash left: {n}' });

const propsAt = (chosen: Choice[], min: number, choice: Choice | null = null) => ({
  mine: true,
  log: [],
  legal: [],
  me: 0,
  name: (seat: number) => `P${seat}`,
  texts: {} as never,
  choice,
  choose: (make: (() => Choice) | null) => make && chosen.push(make()),
  why: () => undefined,
  onlot: () => undefined,
  position: {
    kind: 'share',
    map: 'full',
    seats: [0],
    company: null,
    companies: [],
    lines: [],
    privates: [],
    bidders: [{ seat: 0, company: null, state: 'in', money: 200, canBid: 200, mustBuy: null }],
    auction: { private: 'HB', line: null, price: min - 5, minimum: min, seat: 1, company: null },
    moves: { bids: [{ private: 'HB', price: { min, max: 200, step: 5 } }] },
  } as never,
});

it('a bid that others have passed is raised on the button, too', async () => {
  const chosen: Choice[] = [];
  const { rerender } = render(AuctionPanel, propsAt(chosen, 55));
  await fireEvent.click(screen.getByRole('button', { name: 'Bid 55' }));
  await rerender(propsAt(chosen, 70));
  await fireEvent.click(screen.getByRole('button', { name: 'Bid 70' }));
  expect(chosen.map(({ action }) => action.price)).toEqual([55, 70]);
});

it('a bid that a hint has chosen says what is left, as one chosen by hand does', () => {
  const chosen: Choice[] = [];
  const hinted: Choice = { action: { type: 'bid', private: 'HB', price: 75 }, title: 'Bid 75 G for HB', effect: '' };
  render(AuctionPanel, propsAt(chosen, 55, hinted));
  expect(chosen).toEqual([{ action: hinted.action, title: 'Bid 75', effect: 'Cash left: 125' }]);
});
