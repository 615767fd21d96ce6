import { describe, expect, it, vi } from 'vitest';
import { RemoteTable } from '../../src/table/remote_table';
import { Socket } from '../../src/table/socket';
import type { Proposal } from '../../src/table/table';

type Message = Record<string, unknown>;

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Message[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Message);
  }
  close() {
    this.drop();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  drop() {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function connect() {
  FakeSocket.all = [];
  const socket = new Socket('ws://x/api/ws', () => new FakeSocket() as unknown as WebSocket);
  const table = new RemoteTable(socket, 'T1');
  const wire = FakeSocket.all[0] as FakeSocket;
  wire.open();
  return { socket, table, wire };
}

const view = (n: number) => ({ game: '1840', n, seats: 2, to_act: [0], outcome: null, seat: 0, legal: [], undoable: 0, state: {} });
const info = { id: 'T1', game: '1840', title: 'x', status: 'playing', seats: [{ kind: 'human', name: 'A' }, { kind: 'bot', name: 'B' }], host: 0, options: {}, proposal: null, rev: 1 };

describe('RemoteTable', () => {
  it('watches, and shows what comes', () => {
    const { table, wire } = connect();
    expect(wire.sent).toEqual([{ type: 'watch', table: 'T1' }]);
    wire.say({ type: 'update', table: 'T1', rev: 5, info, you: 0, view: view(4), log: [{ n: 0, seat: 0, action: { type: 'pass' }, events: [] }], log_from: 0, presence: { seats: [true, false], watchers: 0 } });
    expect(table.data().view?.n).toBe(4);
    expect(table.data().info?.you).toBe(0);
    expect(table.data().info?.seats[0]?.present).toBe(true);
    expect(table.data().connection).toBe('online');
  });

  it('replaces the log from where the server says', () => {
    const { table, wire } = connect();
    const entry = (n: number, type: string) => ({ n, seat: 0, action: { type }, events: [] });
    wire.say({ type: 'update', table: 'T1', rev: 1, info, you: 0, view: view(2), log: [entry(0, 'a'), entry(1, 'b')], log_from: 0 });
    wire.say({ type: 'update', table: 'T1', rev: 2, view: view(2), log: [entry(1, 'c')], log_from: 1 });
    expect(table.data().log.map((e) => e.action.type)).toEqual(['a', 'c']);
  });

  it('gives the reason of a refused move', async () => {
    const { table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: view(4) });
    const played = table.play({ type: 'pass' });
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'move', rev: 7, action: { type: 'pass' } });
    wire.say({ type: 'error', key: sent.key, table: 'T1', error: { scope: '1840', code: 'must_run', rule: 'R105', values: {} } });
    expect(await played).toMatchObject({ code: 'must_run' });
  });

  it('repeats an unanswered move with its old key after a lost connection, and watches from the last position', async () => {
    vi.useFakeTimers();
    const { table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: view(4) });
    const played = table.play({ type: 'pass' });
    const first = wire.sent.at(-1) as Message;
    wire.drop();
    expect(table.data().connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(2000);
    const again = FakeSocket.all[1] as FakeSocket;
    again.open();
    expect(again.sent).toEqual([{ type: 'watch', table: 'T1', rev: 7 }, first]);
    again.say({ type: 'ack', key: first.key, rev: 8 });
    again.say({ type: 'update', table: 'T1', rev: 8, view: view(5) });
    expect(await played).toBeNull();
    vi.useRealTimers();
  });

  it('opens a new connection for somebody who has taken a seat, and sees everything again', () => {
    const { socket, table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: null, view: { ...view(4), seat: null } });
    void table.chat('Hello');
    const unanswered = wire.sent.at(-1) as Message;
    socket.renew();
    expect(wire.readyState).toBe(3);
    expect(table.data().connection).toBe('connecting');
    const again = FakeSocket.all[1] as FakeSocket;
    again.open();
    expect(again.sent).toEqual([{ type: 'watch', table: 'T1' }, unanswered]);
    again.say({ type: 'update', table: 'T1', rev: 7, info, you: 1, view: { ...view(4), seat: 1 } });
    expect(table.data().view?.seat).toBe(1);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('has played a move when the position after it is here, not when the server says so', async () => {
    const { table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: view(4) });
    let done = false;
    const played = table.play({ type: 'pass' }).then(() => (done = true));
    wire.say({ type: 'ack', key: (wire.sent.at(-1) as Message).key, rev: 8 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toBe(false);
    wire.say({ type: 'update', table: 'T1', rev: 8, view: view(5) });
    await played;
    expect(table.data().view?.n).toBe(5);
  });

  it('plays again of the newer position where several decide at once, and only there', async () => {
    for (const [before, after, again] of [[[0, 1], [0], true], [[0, 1], [1], false], [[0], [0], false]] as [number[], number[], boolean][]) {
      const { table, wire } = connect();
      wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: { ...view(4), to_act: before } });
      const played = table.play({ type: 'admin_done' });
      const first = wire.sent.at(-1) as Message;
      wire.say({ type: 'error', key: first.key, table: 'T1', error: { scope: 'server', code: 'stale', rule: '', values: {} } });
      wire.say({ type: 'update', table: 'T1', rev: 8, view: { ...view(5), to_act: after } });
      if (!again) {
        expect((await played)?.code).toBe('stale');
        expect(wire.sent.at(-1)).toBe(first);
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      const second = wire.sent.at(-1) as Message;
      expect(second).toMatchObject({ type: 'move', rev: 8, action: { type: 'admin_done' } });
      wire.say({ type: 'ack', key: second.key, rev: 9 });
      wire.say({ type: 'update', table: 'T1', rev: 9, view: view(6) });
      expect(await played).toBeNull();
    }
  });

  it('asks why not without playing anything', async () => {
    const { table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: view(4) });
    const answer = table.why({ type: 'bid', line: 4, price: 27 });
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'check', table: 'T1', action: { type: 'bid', line: 4, price: 27 } });
    wire.say({ type: 'check', table: 'T1', key: sent.key, rev: 7, refusal: { scope: '1840', code: 'line_bid_not_in_steps', rule: 'R56', values: {} } });
    expect((await answer)?.code).toBe('line_bid_not_in_steps');
    const fine = table.why({ type: 'bid', line: 4, price: 25 });
    wire.say({ type: 'check', table: 'T1', key: (wire.sent.at(-1) as Message).key, rev: 7, refusal: null });
    expect(await fine).toBeNull();
  });

  it('takes the best move of a hint', async () => {
    const { table, wire } = connect();
    const hint = table.hint();
    wire.say({ type: 'hint', table: 'T1', key: (wire.sent.at(-1) as Message).key, rev: 7, level: 'hard', moves: [{ action: { type: 'pass' }, value: 3 }, { action: { type: 'run' }, value: 2 }] });
    expect(await hint).toEqual({ type: 'pass' });
  });

  it('answers a proposal by the number the server gave it', async () => {
    const { table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info: { ...info, proposal: { id: 12, kind: 'undo', by: 1, to: 3, needs: [0], agreed: [] } }, you: 0, view: view(4) });
    const proposal = table.data().info?.proposal as Proposal;
    const answered = table.answer(proposal.id, true);
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'answer', table: 'T1', proposal: 12, agree: true });
    wire.say({ type: 'ack', key: sent.key, rev: 7 });
    expect(await answered).toBeNull();
  });

  it('says when a table does not exist', () => {
    const { table, wire } = connect();
    wire.say({ type: 'error', table: 'T1', error: { scope: 'server', code: 'no_such_table', rule: '', values: {} } });
    expect(table.data().failure?.code).toBe('no_such_table');
  });
});
