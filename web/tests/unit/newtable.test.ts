import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import NewTable from '../../src/pages/NewTable.svelte';

let serverAnswers: (games: unknown[]) => void = () => undefined;
vi.mock('../../src/i18n/i18n.svelte', async (original) => ({
  ...(await original<object>()),
  t: (key: string, values?: { n?: number }) => `${key}${values?.n ?? ''}`,
  useCatalogue: () => Promise.resolve(),
  hasText: () => false,
  errorText: () => '',
}));
vi.mock('../../src/app/matches', () => ({
  games: () => Promise.resolve([{ id: 'tramways', players: [1, 5], options: [], bots: ['easy', 'medium'] }]),
  usualLevel: () => 'medium',
  botSeats: () => [],
  startLocal: () => Promise.resolve(''),
}));
vi.mock('../../src/app/api', async (original) => ({
  ...(await original<object>()),
  api: { games: () => new Promise((answer) => (serverAnswers = answer)) },
}));

const select = (name: string) => screen.getByRole('combobox', { name }) as HTMLSelectElement;
async function choose(name: string, value: string): Promise<void> {
  const element = select(name);
  element.value = value;
  element.dispatchEvent(new Event('change', { bubbles: true }));
  await tick();
}

it('What was chosen before the server answered stays chosen', async () => {
  render(NewTable, { game: 'tramways' });
  await vi.waitFor(() => select('web.new.seat3'));
  expect(select('web.new.seat2').value).toBe('bot'); // without a server one plays against bots
  await choose('web.new.seat2', 'human');
  await choose('web.new.seat2', 'bot');
  serverAnswers([]);
  await vi.waitFor(() => screen.getByText('web.new.create'));
  expect(select('web.new.seat2').value).toBe('bot');
  expect(select('web.new.seat3').value).toBe('human'); // at a server seats are for people, where nothing was said
});
