// The log as it is read: oldest first, heads above their moves, one move one entry with its parts.
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import ChatPanel from '../../src/frame/ChatPanel.svelte';
import KeyHelp from '../../src/frame/KeyHelp.svelte';
import LogPanel from '../../src/frame/LogPanel.svelte';
import type { GameStory } from '../../src/frame/story.svelte';
import { Story } from '../../src/frame/story.svelte';
import story1840 from '../../src/games/vienna1840/story';
import { useTexts } from '../../src/i18n/i18n.svelte';
import type { LogEntry, MatchView } from '../../src/table/contract';
import { TableModel } from '../../src/table/model.svelte';
import { connect, info, update, view } from './support';

beforeEach(() => {
  localStorage.clear();
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  useTexts({
    'web.log.title': 'Log',
    'web.log.parts': 'Show {n} parts',
    'web.log.who': 'Whose moves',
    'web.log.everybody': 'Everybody',
  });
});

const plain: GameStory = {
  tell: ({ n, seat, action }) => ({
    n,
    seat,
    lines: n === 1 ? ['second move', 'its part', 'another part'] : [`move ${n} ${action.type}`],
    round: n === 1 ? 'round two' : null,
    after: n === 1 ? ['what the round brings'] : [],
  }),
};
const move = (n: number, seat: number): LogEntry => ({ n, seat, action: { type: 'x' }, events: [] });

function shown(game: GameStory, log: LogEntry[]) {
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(5, log.length, { log, log_from: 0 }));
  model.story = new Story(model, game);
  render(LogPanel, { model });
  return model;
}

it('reads from the oldest to the newest, with the head of a round before its moves and after the one that ended the last', async () => {
  shown(plain, [move(0, 0), move(1, 1), move(2, 1)]);
  const lines = [...document.querySelectorAll('ol > li')].map((item) => item.textContent.trim().replace(/\s+/g, ' '));
  expect(lines).toEqual(['move 0 x', 'second move', 'round two', 'what the round brings', 'move 2 x']);
  const part = screen.getByRole('button', { name: 'Show 2 parts' });
  expect(part.getAttribute('aria-expanded')).toBe('false');
  part.click();
  await tick();
  expect(screen.getByText('another part')).toBeTruthy();
});

it('shows the moves of one player', async () => {
  shown(plain, [move(0, 0), move(1, 1), move(2, 0)]);
  const select = screen.getByRole('combobox', { name: 'Whose moves' }) as HTMLSelectElement;
  expect(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Everybody', 'A', 'B']);
  (within(select).getAllByRole('option')[1] as HTMLOptionElement).selected = true;
  await fireEvent.change(select);
  await tick();
  expect([...document.querySelectorAll('ol > li')].map((item) => item.textContent.trim())).toEqual([
    'move 0 x',
    'move 2 x',
  ]);
});

it('follows the newest move until somebody scrolls, also in the first second of a page', async () => {
  shown(plain, [move(0, 0), move(1, 1), move(2, 0)]);
  const list = document.querySelector('.list') as HTMLElement;
  Object.defineProperties(list, { scrollHeight: { value: 1000 }, clientHeight: { value: 100 } });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(500);
  const read = async (option: number): Promise<number> => {
    list.scrollTop = 0; // as after a list that became short and long again
    await fireEvent.scroll(list);
    const select = screen.getByRole('combobox', { name: 'Whose moves' });
    (within(select).getAllByRole('option')[option] as HTMLOptionElement).selected = true;
    await fireEvent.change(select);
    await tick();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return list.scrollTop;
  };
  expect(await read(1)).toBe(900);
  await fireEvent.wheel(list);
  expect(await read(0)).toBe(0);
  clock.mockRestore();
});

it('puts what a move of 1840 did above the round it led to, and what the round does by itself below', () => {
  useTexts({
    '1840.event.passed': '{seat} passes.',
    '1840.event.trams_gone': '{count} trams leave.',
    '1840.event.round_started': '{round}',
    '1840.round.CR1': 'company round 1',
    '1840.action.pass': 'pass',
  });
  const raw = {
    options: { map: 'full' },
    round: { kind: 'share' },
    lines: [],
    companies: [],
    stadtbahn: [],
    players: [],
  };
  const state = {
    ...raw,
    market: { cells: [], order: [] },
    company_order: [],
    trams: { now: [], next: [], left: {}, maintenance: {}, maintenance_after_first: {} },
    line_cards: { hidden: 0 },
    privates: [],
    tiles: [],
    markers: [],
    supply: {},
    order: [],
    active: {},
  };
  const told = story1840.tell(
    {
      n: 7,
      seat: 1,
      action: { type: 'pass' },
      events: [
        { kind: 'passed', seat: 1, forced: false },
        { kind: 'round_started', round: 'CR1' },
        { kind: 'trams_gone', tram: 'red', count: 2 },
      ],
    },
    { ...view(8), state } as unknown as MatchView,
    (seat) => ['Ada', 'Bruno'][seat] ?? '',
    0,
  );
  expect(told.lines).toEqual(['Bruno passes.']);
  expect(told.round).toBe('company round 1');
  expect(told.after).toEqual(['2 trams leave.']);
});

it('lists only keys that do something', () => {
  const keys = () => [...document.querySelectorAll('dt')].map((key) => key.textContent.trim());
  const first = render(KeyHelp, { onclose: () => undefined });
  expect(keys()).toContain('N');
  expect(keys()).not.toContain('1–9');
  first.unmount();
  render(KeyHelp, { onclose: () => undefined, board: false, hints: false });
  for (const key of ['N', '?', '+ / − / 0', 'H', '← ↑ → ↓']) expect(keys()).not.toContain(key);
  expect(keys()).toContain('G');
});

it('leaves no empty card where nobody chats and nobody takes notes', () => {
  const { table, wire } = connect();
  const model = new TableModel(table);
  wire.say(update(5, 0, { info: { ...info }, you: null, view: { ...view(0), seat: null } }));
  Object.defineProperty(table, 'kind', { value: 'local' });
  const { container } = render(ChatPanel, { model });
  expect(container.querySelector('.card')).toBeNull();
});
