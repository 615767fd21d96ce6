// The room before the start: what it offers to whom.
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { useTexts } from '../../src/i18n/i18n.svelte';
import WaitingRoom from '../../src/pages/WaitingRoom.svelte';
import { usualTerms } from '../../src/app/terms';
import { TableModel } from '../../src/table/model.svelte';
import { connect, info, update } from './support';

vi.mock('../../src/app/api', () => ({
  api: {
    me: () => Promise.resolve({ account: null }),
    games: () => Promise.resolve([]),
  },
}));

beforeEach(() => useTexts({ 'web.wait.start': 'Start the game', 'web.seat.close_title': 'Close the table' }));

async function room(more: object, you: number | null = null): Promise<void> {
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(0, 0, { you, view: undefined, info: { ...info, status: 'waiting', terms: usualTerms, ...more } }));
  render(WaitingRoom, { model });
  await tick();
}
const bots = { host: null, seats: [1, 2].map((n) => ({ kind: 'bot', name: '', level: 'hard', n })) };
const starts = () => screen.queryByRole('button', { name: 'Start the game' });
const closes = () => screen.queryByRole('button', { name: 'Close the table' });

it('lets who made a table of bots start and close it, without a seat', async () => {
  await room({ ...bots, hosting: true });
  expect((starts() as HTMLButtonElement).disabled).toBe(false);
  expect(closes()).not.toBeNull();
});

it('offers neither to who only has the link', async () => {
  await room({ ...bots, hosting: false });
  expect(starts()).toBeNull();
  expect(closes()).toBeNull();
});

it('is the same for who sits there', async () => {
  const seats = [
    { kind: 'human', name: 'A' },
    { kind: 'bot', name: '', level: 'hard' },
  ];
  await room({ host: 0, hosting: true, seats }, 0);
  expect(starts()).not.toBeNull();
});
