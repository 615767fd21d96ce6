// The cards for the last round of Tramways: nothing is taken by a slip, and what is said of them can be followed.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import DecisionBar from '../../src/frame/DecisionBar.svelte';
import { PlaceNames } from '../../src/games/tramways/board/names';
import { TramwaysTexts } from '../../src/games/tramways/texts';
import CardPage from '../../src/games/tramways/turn/CardPage.svelte';
import { Titles } from '../../src/games/tramways/turn/titles';
import type { Position } from '../../src/games/tramways/view';
import { useTexts } from '../../src/i18n/i18n.svelte';
import type { Action } from '../../src/table/contract';
import { TableModel } from '../../src/table/model.svelte';
import { speak } from './catalogues';
import { connect, update } from './support';

const development = 1;
const other = 2;
const parcel = 21; // A1
const fields = [
  { x: 0, y: 0, ground: 'plain', parcel: null, owner: null, building: null },
  { x: 1, y: 0, ground: 'parcel', parcel: 'A1', owner: null, building: null },
];
const position = { round: 6, fields, links: [] } as unknown as Position;

function page(kind: 'draft' | 'hand', from: number[]): (id: number) => Element {
  const { container } = render(CardPage, {
    kind,
    position,
    from,
    kept: [],
    chosen: [],
    most: 2,
    name: String,
    mine: true,
    waiting: '',
    ontoggle: () => undefined,
    onboard: () => undefined,
    foot: createRawSnippet(() => ({ render: () => '<span></span>' })),
  });
  return (id) => container.querySelector(`[data-card="${id}"]`) as Element;
}

it('frames no other card than the one pointed at', async () => {
  for (const kind of ['draft', 'hand'] as const) {
    const card = page(kind, [development, other, parcel]);
    await fireEvent.pointerEnter(card(development));
    for (const id of [development, other, parcel])
      expect(card(id).classList.contains('used'), `${kind} ${id}`).toBe(false);
    await fireEvent.pointerLeave(card(development));
    await fireEvent.pointerEnter(card(parcel));
    expect(card(parcel).classList.contains('used')).toBe(kind === 'draft'); // with its place on the board
    expect(card(other).classList.contains('used')).toBe(false);
    document.body.replaceChildren();
  }
});

it('asks before nothing is taken, and no key is named for it', async () => {
  useTexts({ 'web.cancel': 'Cancel' });
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(0, 0));
  const onconfirm = vi.fn();
  const none = { model, title: 'Nothing', waiting: '', error: String, onconfirm, oncancel: () => undefined };
  const { rerender } = render(DecisionBar, { ...none, ask: { text: 'Really?', stay: 'Stay', verb: 'Take none' } });
  expect(screen.queryByText('Enter')).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Take none' }));
  expect(onconfirm).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('Really?');
  expect(document.activeElement?.textContent).toBe('Stay'); // Enter stays
  await fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Take none' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Take none' }));
  expect(onconfirm).toHaveBeenCalledOnce();
  // With a card chosen it is a move like any other.
  await rerender({ ...none, ask: null });
  expect(screen.getByText('Enter')).toBeTruthy();
});

it('says which cards a hint or a review means', () => {
  speak('en');
  const titles = new Titles(position, new PlaceNames([], []), new TramwaysTexts(String), String);
  const keep: Action = { type: 'choose_hand', cards: [parcel, other] };
  expect(titles.named(keep)).toBe('Keep 2: A1, “3 rails · +1 worker · destination: industrial”');
  expect(titles.of(keep)).toBe('Keep these (2)'); // they stand in sight
  expect(titles.named({ type: 'choose_hand', cards: [] })).toBe('Take none of these cards');
});
