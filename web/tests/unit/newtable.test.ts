import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it, vi } from 'vitest';
import NewTable from '../../src/pages/NewTable.svelte';

let serverAnswers: (games: unknown[]) => void = () => undefined;
const known = vi.hoisted(() => ({
  options: [] as object[],
  started: [] as { options?: object; seats?: { level?: string }[] }[],
}));
vi.mock('../../src/i18n/i18n.svelte', async (original) => ({
  ...(await original<object>()),
  t: (key: string, values?: { n?: number }) => `${key}${values?.n ?? ''}`,
  useCatalogue: () => Promise.resolve(),
  hasText: () => false,
  language: () => 'en',
  languages: ['en'],
  errorText: () => '',
}));
vi.mock('../../src/app/matches', () => ({
  games: () => Promise.resolve([{ id: 'tramways', players: [1, 5], options: known.options, bots: ['easy', 'medium'] }]),
  botSeats: (levels: string[]) => levels.map((level) => ({ kind: 'bot', name: '', level })),
  startLocal: (start: { options?: object; seats?: { level?: string }[] }) => {
    known.started.push(start);
    return Promise.resolve('');
  },
}));
vi.mock('../../src/app/api', async (original) => ({
  ...(await original<object>()),
  api: {
    games: () => new Promise((answer) => (serverAnswers = answer)),
    me: () => Promise.resolve({ account: null }),
  },
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

it('Options fit the number of players, may differ by seat, and are asked for only where there is a choice', async () => {
  known.options = [
    {
      ...{ key: 'variant', type: 'choice', choices: ['standard', 'expert2', 'solo'], default: 'standard' },
      by_players: {
        '3': { choices: ['standard', 'expert2'], default: 'standard' },
      },
    },
    {
      ...{ key: 'passengers', type: 'choice', choices: ['limited', 'unlimited'], default: 'limited' },
      by_players: { '3': { choices: ['limited'], default: 'limited' } },
    },
    { key: 'player_boards', type: 'choice', choices: ['normal', 'hard'], default: 'normal', per_seat: true },
    { key: 'sides', type: 'choice', choices: ['1920', 'explicit'], default: '1920' },
    { key: 'boards', type: 'placements', default: null, needs: { sides: 'explicit' } },
  ];
  const { container } = render(NewTable, { game: 'tramways' });
  await vi.waitFor(() => select('tramways.option.player_boards'));
  expect(screen.queryByRole('combobox', { name: 'tramways.option.passengers' })).toBeNull(); // three play one way only
  expect([...select('tramways.option.variant').options].map(({ value }) => value)).toEqual(['standard', 'expert2']);
  await choose('tramways.option.variant', 'expert2');
  screen.getByRole('checkbox', { name: 'web.new.by_seat' }).click();
  await tick();
  const boards = screen
    .getAllByRole('combobox')
    .filter((element) => [...(element as HTMLSelectElement).options].some(({ value }) => value === 'hard'));
  expect(boards.length).toBe(3);
  (boards[1] as HTMLSelectElement).value = 'hard';
  boards[1]?.dispatchEvent(new Event('change', { bubbles: true }));
  await tick();
  container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(known.started.length).toBe(1));
  expect(known.started[0]?.options).toEqual({ variant: 'expert2', player_boards: ['normal', 'hard', 'normal'] });
  known.options = [];
});

it('A new table begins with what the page offers, where the engine knows it', async () => {
  const cards = { key: 'cards', type: 'choice', choices: ['first', 'second', 'third'], default: 'first' };
  known.started = [];
  for (const [choices, chosen] of [
    [cards.choices, 'third'],
    [['first', 'second'], 'first'],
  ] as const) {
    known.options = [{ ...cards, choices }];
    const { container, unmount } = render(NewTable, { game: 'tramways' });
    await vi.waitFor(() => select('tramways.option.cards'));
    expect(select('tramways.option.cards').value).toBe(chosen);
    container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(known.started.length).toBeGreaterThan(0));
    expect(known.started.pop()?.options).toEqual(chosen === 'third' ? { cards: 'third' } : undefined);
    unmount();
  }
  known.options = [];
});

it('Bots of one table may be of different strength', async () => {
  known.started = [];
  const { container } = render(NewTable, { game: 'tramways' });
  await vi.waitFor(() => select('web.start.level'));
  await choose('web.start.level', 'easy');
  screen.getByRole('checkbox', { name: 'web.new.level_by_seat' }).click();
  await tick();
  expect(screen.queryByRole('combobox', { name: 'web.start.level' })).toBeNull();
  expect(select('web.new.level_of2').value).toBe('easy'); // what was chosen for all is where each begins
  await choose('web.new.level_of3', 'medium');
  container.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(known.started.length).toBe(1));
  expect(known.started[0]?.seats?.map(({ level }) => level)).toEqual([undefined, 'easy', 'medium']);
});
