// The room before the start: what it offers to whom.
import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { useTexts } from '../../src/i18n/i18n.svelte';
import WaitingRoom from '../../src/pages/WaitingRoom.svelte';
import { usualTerms } from '../../src/app/terms';
import { TableModel } from '../../src/table/model.svelte';
import { connect, info, update } from './support';

const { setSeat } = vi.hoisted(() => ({ setSeat: vi.fn(() => Promise.resolve()) }));
vi.mock('../../src/app/api', () => ({
  api: {
    me: () => Promise.resolve({ account: null }),
    games: () => Promise.resolve([{ id: '1840', players: [2, 6], options: [], bots: ['random', 'easy', 'hard'] }]),
    setSeat,
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

it('lets the host, and nobody else, choose how strong a bot is', async () => {
  const seats = [
    { kind: 'human', name: 'A' },
    { kind: 'bot', name: '', level: 'hard/builder' },
  ];
  await room({ host: 0, hosting: true, seats }, 0);
  await vi.waitFor(() => screen.getByRole('combobox'));
  const level = screen.getByRole('combobox') as HTMLSelectElement;
  expect(level.value).toBe('hard/builder');
  expect([...level.options].map(({ value }) => value)).toEqual(['easy', 'hard', 'hard/builder']);
  level.value = 'easy';
  level.dispatchEvent(new Event('change', { bubbles: true }));
  expect(setSeat).toHaveBeenCalledWith('T1', 1, { kind: 'bot', level: 'easy' });
  cleanup();
  await room({ host: 0, seats }, null);
  await tick();
  expect(screen.queryByRole('combobox')).toBeNull();
});
