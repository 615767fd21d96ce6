// Who leaves a table where nobody else is: the match waits there, and the page says so.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import SeatBar from '../../src/frame/SeatBar.svelte';
import SeatMenu from '../../src/frame/SeatMenu.svelte';
import Thinking from '../../src/frame/Thinking.svelte';
import { useTexts } from '../../src/i18n/i18n.svelte';
import { TableModel } from '../../src/table/model.svelte';
import { connect, info, update, view } from './support';

const { leave } = vi.hoisted(() => ({ leave: vi.fn(() => Promise.resolve()) }));
vi.mock('../../src/app/api', () => ({
  api: {
    leave,
    me: () => Promise.resolve({ account: null }),
    calls: () => Promise.resolve({ push: null, mail: false, webhooks: false }),
    games: () => Promise.resolve([{ id: '1840', bots: ['random', 'easy', 'hard'] }]),
  },
}));
vi.mock('../../src/table/socket', async (actual) => ({ ...(await actual<object>()), socket: () => ({ renew() {} }) }));

const texts = ['bot_title', 'bot_title_alone', 'bot_ask', 'bot_ask_alone', 'bot_ask_last', 'bot_do', 'title'].concat([
  'you_left',
  'you_left_bot',
  'you_left_alone',
]);
beforeEach(() => {
  leave.mockClear();
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  useTexts(Object.fromEntries(texts.map((key) => [`web.seat.${key}`, key])));
});

const me = { kind: 'human', name: 'A' };
const bot = { kind: 'bot', name: 'B', level: 'hard' };
async function at(seats: object[], toAct = [0]): Promise<TableModel> {
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(0, 0, { info: { ...info, seats }, view: { ...view(0), to_act: toAct } }));
  await tick();
  return model;
}
async function asked(title: string): Promise<void> {
  await fireEvent.click(screen.getByRole('button', { name: 'title' }));
  await vi.waitFor(() => screen.getByText(title));
  await fireEvent.click(screen.getByText(title));
}

it('waits where only bots are left', async () => {
  render(SeatMenu, { model: await at([me, bot]) });
  await asked('bot_title_alone');
  expect(screen.getByText('bot_ask_alone')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('combobox')).toBeNull();
  await fireEvent.click(screen.getByText('bot_do'));
  expect(leave).toHaveBeenCalledWith('T1', { then: 'wait' });
});

it('waits for the first of those who have gone', async () => {
  render(SeatMenu, { model: await at([me, { kind: 'human', name: 'C', left: true }]) });
  await asked('bot_title_alone');
  expect(screen.getByText('bot_ask_last')).toBeTruthy();
});

it('lets a bot take over between people', async () => {
  render(SeatMenu, { model: await at([me, { kind: 'human', name: 'C' }]) });
  await asked('bot_title');
  expect(screen.getByText('bot_ask')).toBeTruthy();
  await vi.waitFor(() => screen.getByRole('combobox'));
});

it.each([
  ['somebody without a seat', null, [me, me]],
  ['a bot', 0, [bot, bot]], // as older logs have it
])('names nobody where a table was closed by %s', async (_, by, seats) => {
  useTexts({ 'web.seat.closed': 'Closed', 'web.seat.ended_closed': '{who} closed it', 'web.seat.ended_none': 'None' });
  const ended = { how: 'closed', by, standing: false };
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(0, 0, { you: null, info: { ...info, status: 'finished', ended, seats } }));
  render(SeatBar, { model });
  expect(screen.getByRole('status').textContent).toMatch(/^Closed\./);
});

it('says afterwards that the match waits, and shows nobody who thinks', async () => {
  vi.useFakeTimers();
  const gone = await at([{ ...me, left: true, minder: 'hard' }, bot], [1]);
  render(SeatBar, { model: gone });
  expect(screen.getByRole('status').textContent).toContain('you_left_alone');
  render(Thinking, { model: gone });
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.queryByRole('progressbar')).toBeNull();
  const others = await at(
    [
      { ...me, left: true, minder: 'hard' },
      { kind: 'human', name: 'C' },
    ],
    [0],
  );
  render(Thinking, { model: others });
  await vi.advanceTimersByTimeAsync(2000);
  expect(screen.getByRole('progressbar')).toBeTruthy();
  vi.useRealTimers();
});
