import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import WhyCard from '../../src/frame/WhyCard.svelte';
import { TableModel } from '../../src/table/model.svelte';
import type { Table } from '../../src/table/table';
import Stepper from '../../src/ui/Stepper.svelte';
import { useTexts } from '../../src/i18n/i18n.svelte';
import CompanyMark from '../../src/games/vienna1840/panels/CompanyMark.svelte';
import TileFace from '../../src/games/vienna1840/board/TileFace.svelte';
import TicketCard from '../../src/games/tramways/panels/TicketCard.svelte';
import { TramwaysTexts } from '../../src/games/tramways/texts';

useTexts({
  'web.less': '{n} less',
  'web.more': '{n} more',
  'tramways.card_name': '“{symbols}”',
  'tramways.symbol.rail1': '1 rail',
  'tramways.symbol.rail2': '2 rails',
  'tramways.symbol.worker': '+1 worker',
  'tramways.symbol.ticket': 'ticket',
  'tramways.web.costs_stress': 'costs {n}',
});

it('Stepper keeps to its range and steps', async () => {
  const onchange = vi.fn();
  render(Stepper, { range: { min: 20, max: 45, step: 5 }, value: 45, label: 'Bid', onchange });
  expect((screen.getByRole('button', { name: '5 more' }) as HTMLButtonElement).disabled).toBe(true);
  screen.getByRole('button', { name: '5 less' }).click();
  expect(onchange).toHaveBeenLastCalledWith(40);
  const input = screen.getByRole('spinbutton', { name: 'Bid' }) as HTMLInputElement;
  input.value = '33';
  input.dispatchEvent(new Event('change', { bubbles: true }));
  expect(onchange).toHaveBeenLastCalledWith(35);
});

it('an answer to "why not?" goes with the next press elsewhere', async () => {
  const model = new TableModel({ subscribe: () => () => undefined } as unknown as Table);
  const asked = { subject: 'here', answer: null, legal: true };
  render(WhyCard, { model, text: () => '' });
  model.question = asked;
  await tick();
  const press = (on: Element) => on.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  press(screen.getByRole('dialog'));
  expect(model.question).toBe(asked);
  press(document.body);
  expect(model.question).toBeNull();
});

it('CompanyMark says the name of the company', () => {
  render(CompanyMark, { id: 'WKB', text: '7' });
  expect(screen.getByRole('img', { name: 'Wien-Kagraner Bahn 7' })).toBeTruthy();
});

it('TileFace draws track for every side of the tile', () => {
  const { container } = render(TileFace, { tile: '619', rotation: 2 });
  expect(container.querySelectorAll('.tt').length).toBe(4);
  expect(container.querySelectorAll('.slot').length).toBe(2);
});

it('a symbol of a card is a switch that says what it does and what it costs', async () => {
  const onsymbol = vi.fn();
  const { rerender } = render(TicketCard, {
    id: 92,
    onsymbol,
    states: new Map([
      ['92:0', { state: 'pays', order: 1 }],
      ['92:1', { state: 'not', why: 'Not in this phase.' }],
      ['92:T', { state: 'can', stress: 1 }],
    ] as const),
  });
  const [rail, ticket] = screen.getAllByRole('button');
  expect(rail?.getAttribute('aria-pressed')).toBe('true');
  expect(rail?.getAttribute('data-nth')).toBe('1');
  expect(ticket?.getAttribute('aria-label')).toContain('costs 1');
  expect(ticket?.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getAllByRole('button').length).toBe(2); // what is not for this is none
  ticket?.click();
  expect(onsymbol).toHaveBeenCalledWith('92:T');
  if (!ticket || !rail) throw new Error('no symbols');
  // Keys do what they do on a button, unless the table takes Enter to confirm.
  await fireEvent.keyDown(rail, { key: ' ' });
  expect(onsymbol).toHaveBeenLastCalledWith('92:0');
  await fireEvent.keyDown(ticket, { key: 'Enter' });
  await vi.waitFor(() => expect(onsymbol).toHaveBeenLastCalledWith('92:T'));
  expect(onsymbol).toHaveBeenCalledTimes(3);
  // The same element whatever it does: nothing is made anew with every payment.
  await rerender({ states: undefined });
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(ticket.isConnected && ticket.getAttribute('role')).toBe('img');
});

it('The log names a card by what is printed on it', () => {
  const texts = new TramwaysTexts((seat) => `seat ${seat}`);
  expect(texts.card(92)).toBe('“2 rails · +1 worker”');
  expect(texts.card(29)).toBe('“D2 · 1 rail · +1 worker”'); // a parcel has a name of its own
});
