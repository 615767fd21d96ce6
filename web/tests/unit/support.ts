// A server's end of a connection, and what a table says over it.
import { onTestFinished } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import type { LogEntry, MatchView } from '../../src/table/contract';
import { RemoteTable } from '../../src/table/remote_table';
import { Socket } from '../../src/table/socket';
import type { TableInfo } from '../../src/table/table';

export type Message = Record<string, unknown>;

export class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Message[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
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
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

// The table T1 over connections of which the first is not open yet. `ended` is what the page does when its session has ended. The table is closed with
// the test: a pulse that goes on would look for the document of another file.
export function reach(ended?: () => Promise<void>, engine: Engine | null = null) {
  FakeSocket.all = [];
  const socket = new Socket('ws://x/api/ws', () => new FakeSocket() as unknown as WebSocket, ended);
  const table = new RemoteTable(socket, 'T1', engine);
  onTestFinished(() => table.close());
  return { socket, table, wire: FakeSocket.all[0] as FakeSocket };
}

export function connect() {
  const reached = reach();
  reached.wire.open();
  return reached;
}

export const view = (n: number, undoable = 0): MatchView => ({
  game: '1840',
  n,
  seats: 2,
  to_act: [0],
  outcome: null,
  seat: 0,
  legal: [],
  undoable,
  state: {},
});

export const info: TableInfo = {
  id: 'T1',
  game: '1840',
  title: '',
  status: 'playing',
  seats: [
    { kind: 'human', name: 'A' },
    { kind: 'bot', name: 'B' },
  ],
  host: 0,
  you: 0,
  options: {},
  hints: true,
  watchersChat: false,
  shuffle: false,
  proposal: null,
};

// What is said of a table after `n` moves to the one at its first seat.
export const update = (rev: number, n: number, more: object = {}): Message => ({
  type: 'update',
  table: 'T1',
  rev,
  info,
  you: 0,
  view: view(n),
  ...more,
});

export const entry = (n: number, seat = 0, type = 'pass'): LogEntry => ({ n, seat, action: { type }, events: [] });
export const entries = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => entry(from + i));
