// The panels of a long match, the notices of a failed bot and of an ended session.
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import ChatPanel from '../../src/frame/ChatPanel.svelte';
import ConnectionBar from '../../src/frame/ConnectionBar.svelte';
import LogPanel from '../../src/frame/LogPanel.svelte';
import SessionNotice from '../../src/app/SessionNotice.svelte';
import { useTexts } from '../../src/i18n/i18n.svelte';
import { api } from '../../src/app/api';
import { sessionEnded } from '../../src/app/session.svelte';
import type { LogEntry } from '../../src/table/contract';
import { TableModel } from '../../src/table/model.svelte';
import { emptyData } from '../../src/table/table';
import { connect, entries, entry, info, update, view, type Message } from './support';

useTexts({
  'web.log.more': 'Show earlier moves',
  'web.chat.older': 'Older messages',
  'web.bot_failed.log': 'drawn at random',
  'web.bot_failed.text': '{who} failed',
  'web.ended.title': 'You were logged out.',
  'web.ended.close': 'Close',
});

function open() {
  const { table, wire } = connect();
  return { model: new TableModel(table), sent: wire.sent, say: (message: Message) => wire.say(message) };
}
const tell = ({ n, seat }: LogEntry) => ({ n, seat, lines: [`move ${n}`], round: null });

describe('LogPanel', () => {
  it('offers older moves as long as there are some, and shows them', async () => {
    const { model, sent, say } = open();
    say(update(1, 205, { log: entries(200, 205), log_from: 200 }));
    render(LogPanel, { model, tell });
    expect(screen.getAllByText(/^move/).length).toBe(5);
    await fireEvent.click(screen.getByRole('button', { name: 'Show earlier moves' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ type: 'older_log', before: 200 }));
    say({ type: 'older_log', table: 'T1', key: sent.at(-1)?.key, from: 0, log: entries(0, 200) });
    await waitFor(() => expect(screen.getByText('move 0')).toBeTruthy());
    expect(screen.getAllByText(/^move/).length).toBe(205);
    expect(screen.queryByRole('button', { name: 'Show earlier moves' })).toBeNull();
  });

  it('marks a move that was drawn for a bot', () => {
    const { model, say } = open();
    say(update(1, 3, { log: entries(0, 3), log_from: 0 }));
    model.data = { ...model.data, drawn: [1] };
    render(LogPanel, { model, tell });
    expect(screen.getByText('drawn at random').closest('button')?.textContent).toContain('move 1');
  });
});

describe('ChatPanel', () => {
  it('offers older messages as long as there are some', async () => {
    const { model, sent, say } = open();
    const line = (number: number) => ({ number, seat: 0, name: 'A', text: `text ${number}`, time: 0 });
    say(update(1, 3, { chat: [line(7), line(9)], chat_more: true }));
    render(ChatPanel, { model });
    await fireEvent.click(screen.getByRole('button', { name: 'Older messages' }));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ type: 'older_chat', before: 7 }));
    say({ type: 'older_chat', table: 'T1', key: sent.at(-1)?.key, lines: [line(2), line(5)], more: false });
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((item) => item.textContent?.match(/\d+$/)?.[0])).toEqual([
        '2',
        '5',
        '7',
        '9',
      ]),
    );
    expect(screen.queryByRole('button', { name: 'Older messages' })).toBeNull();
  });
});

describe('ConnectionBar', () => {
  const bar = (log: LogEntry[]) =>
    render(ConnectionBar, {
      data: { ...emptyData, connection: 'local', info, view: view(log.length), log, drawn: [1] },
      onretry: () => undefined,
    }).container.textContent;
  it('says that a bot failed, until one has moved again', () => {
    expect(bar([entry(0), entry(1, 1)])).toContain('B failed');
    expect(bar([entry(0), entry(1, 1), entry(2, 1)])).toContain('B failed');
    expect(bar([entry(0), entry(1, 1), entry(2, 0)])).not.toContain('failed');
  });
});

describe('an ended session', () => {
  it('is said to who is a guest now, and to nobody else', async () => {
    vi.spyOn(api, 'me').mockResolvedValue({ account: { name: 'Ada' }, player: true, preferences: {} });
    render(SessionNotice);
    await sessionEnded();
    expect(screen.queryByText('You were logged out.')).toBeNull();
    vi.spyOn(api, 'me').mockResolvedValue({ account: null, player: true, preferences: {} });
    await sessionEnded();
    await waitFor(() => expect(screen.getByText('You were logged out.')).toBeTruthy());
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('You were logged out.')).toBeNull());
  });
});
