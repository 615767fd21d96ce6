import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { change, setting } from '../../src/app/settings.svelte';
import GameCard from '../../src/pages/GameCard.svelte';
import type { GamePage } from '../../src/games/registry';

const started = vi.hoisted(() => [] as { seats: { level?: string }[] }[]);
vi.mock('../../src/app/matches', () => ({
  games: () => Promise.resolve([{ id: 'tramways', bots: ['beginner', 'easy', 'medium', 'hard'] }]),
  botSeats: (levels: string[]) => levels.map((level) => ({ kind: 'bot', name: '', level })),
  startLocal: (start: { seats: { level?: string }[] }) => {
    started.push(start);
    return Promise.reject(new Error('not here'));
  },
}));

const page = { id: 'tramways', players: [1, 5], usual: 3 } as unknown as GamePage;
const select = (name: string) => screen.getByRole('combobox', { name }) as HTMLSelectElement;
const press = () => screen.getByRole('button', { name: 'web.start.play' }).click();

it('Whoever plays again finds the opponents of last time', async () => {
  const first = render(GameCard, { page });
  expect(select('web.start.bots').selectedIndex).toBe(2);
  press();
  await vi.waitFor(() => expect(started).toHaveLength(1));
  expect(started[0]?.seats.slice(1)).toMatchObject(Array(2).fill({ level: 'medium' }));
  expect(setting('against')).toEqual({ tramways: { bots: 2, level: 'medium' } });
  first.unmount();
  change({ against: { tramways: { bots: 3, level: 'hard' }, '1840': { bots: 1, level: 'easy' } } });
  render(GameCard, { page });
  expect(select('web.start.bots').selectedIndex).toBe(3);
  press();
  await vi.waitFor(() => expect(started).toHaveLength(2));
  expect(started[1]?.seats.slice(1)).toMatchObject(Array(3).fill({ level: 'hard' }));
  expect(setting('against')['1840']).toEqual({ bots: 1, level: 'easy' });
});
