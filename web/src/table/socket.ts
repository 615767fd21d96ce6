// One WebSocket for the page. Lost connections are taken up again by themselves: every table is watched anew from the
// position last seen, and messages without an answer are repeated with their old keys, so that none is played twice.
import { sessionEnded } from '../app/session.svelte';
import type { AnswerTo, ClientMessage, PlansAnswer, RuleError, ServerMessage, Update } from '../wire/wire.gen';
import { Refused } from './contract';
import type { Connection } from './table';

export interface Watcher {
  rev(): number | undefined;
  engine(): string | undefined; // the engine that folds positions, when there is one
  anew(): void; // what was seen so far was seen by somebody else: the next update tells everything
  update(update: Update): void;
  plans?(answer: PlansAnswer): void; // what was planned has moved or ended
  failed(error: RuleError): void;
  connection(state: Connection, retryAt: number): void;
}

const sessionRevoked = 4401;
const quiet = 5_000; // after so long without a word the server is asked whether it is there
const patience = 4_000; // and so long it has to answer

// Each of the messages, without some of its members.
export type Without<M, Members extends string> = M extends unknown ? Omit<M, Members> : never;
export type Question = Without<ClientMessage, 'key'>;
interface Pending {
  message: ClientMessage;
  resolve(answer: ServerMessage): void;
  reject(error: Error): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private watchers = new Map<string, Watcher>();
  private pending = new Map<string, Pending>();
  private failures = 0;
  private revoked = 0; // how often in a row the server has ended our session soon after we came
  private opened = 0; // when the connection was
  private anew = false; // what was seen so far was seen by somebody else
  private retry: ReturnType<typeof setTimeout> | null = null;
  private heard = 0; // when the server said something last
  private pinged = 0; // when it was asked, and has not answered yet
  private pulse: ReturnType<typeof setInterval> | null = null;

  constructor(
    private url: string,
    private open: (url: string) => WebSocket = (at) => new WebSocket(at),
    private sessionEnded: () => Promise<void> = () => Promise.resolve(),
  ) {
    globalThis.addEventListener?.('online', () => this.connectNow());
    globalThis.addEventListener?.('offline', () => this.cut());
    globalThis.document?.addEventListener('visibilitychange', () => this.tellLooking());
  }

  // Who has the page out of sight is called when it is their turn.
  private tellLooking(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: 'looking', on: !document.hidden });
  }

  // A connection can be dead for minutes before the system says so.
  private beat(): void {
    const now = Date.now();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.pinged && now - this.pinged >= patience) this.cut();
    else if (!this.pinged && now - this.heard >= quiet) {
      this.pinged = now;
      this.send({ type: 'ping' });
    }
  }

  // The other end is not there any more, whatever the socket believes.
  private cut(): void {
    const old = this.socket;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    this.lost();
  }

  watch(table: string, watcher: Watcher): () => void {
    this.watchers.set(table, watcher);
    this.connectNow();
    if (this.socket?.readyState === WebSocket.OPEN) this.sendWatch(table, watcher);
    return () => {
      this.watchers.delete(table);
      this.send({ type: 'unwatch', table });
      if (this.watchers.size === 0) this.stop();
    };
  }

  // Everything about a table once more: the watcher lost count, or its engine has come or gone.
  again(table: string): void {
    const watcher = this.watchers.get(table);
    if (watcher && this.socket?.readyState === WebSocket.OPEN) this.sendWatch(table, watcher, true);
  }

  // The server answers each type of message by its own.
  ask<Asked extends Question>(message: Asked): Promise<AnswerTo[Asked['type']]> {
    const key = crypto.randomUUID();
    const keyed = { ...message, key } as ClientMessage;
    return new Promise((resolve, reject) => {
      this.pending.set(key, {
        message: keyed,
        resolve: (answer) => resolve(answer as AnswerTo[Asked['type']]),
        reject,
      });
      this.send(keyed);
    });
  }

  connectNow(): void {
    if (this.socket || this.watchers.size === 0) return;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.tell('connecting', 0);
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.opened = this.heard = Date.now();
      this.pinged = 0;
      this.pulse ??= setInterval(() => this.beat(), 1_000);
      this.tell('online', 0);
      for (const [table, watcher] of this.watchers) this.sendWatch(table, watcher);
      this.anew = false;
      if (globalThis.document?.hidden) this.tellLooking();
      for (const { message } of this.pending.values()) this.send(message);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => (event.code === sessionRevoked ? this.revoke() : this.lost());
  }

  // The server knows a connection by the cookies it was opened with. Who has just been given a new one (by taking a seat) opens
  // it anew, and sees every table again from the start through their new eyes.
  renew(): void {
    const old = this.socket;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    this.socket = null;
    this.anew = true;
    this.connectNow();
  }

  // The session was ended: logged out, a new password, a ban. First the page asks who one is now, then it comes back as that
  // one; later each time, should the server end that session as well.
  private revoke(): void {
    this.anew = true;
    if (Date.now() - this.opened > 60_000) this.revoked = 0;
    this.failures = this.revoked++;
    this.lost(this.sessionEnded().catch(() => undefined)); // where nobody answers, the connection finds out
  }

  private lost(first: Promise<void> = Promise.resolve()): void {
    this.socket = null;
    this.endPulse(); // until there is a connection again
    if (this.watchers.size === 0) return;
    const wait = Math.min(30_000, 500 * 2 ** Math.min(this.failures++, 6)) * (0.75 + Math.random() / 2);
    this.tell('lost', Date.now() + wait);
    this.retry = setTimeout(() => void first.then(() => this.connectNow()), wait);
  }

  private stop(): void {
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.endPulse();
    this.socket?.close();
    this.socket = null;
  }

  private endPulse(): void {
    if (this.pulse) clearInterval(this.pulse);
    this.pulse = null;
  }

  private tell(state: Connection, retryAt: number): void {
    for (const watcher of this.watchers.values()) watcher.connection(state, retryAt);
  }

  private sendWatch(table: string, watcher: Watcher, whole = false): void {
    if (this.anew) watcher.anew();
    const rev = this.anew || whole ? undefined : watcher.rev();
    const engine = watcher.engine();
    this.send({
      type: 'watch',
      table,
      ...(rev === undefined ? {} : { rev }),
      ...(engine === undefined ? {} : { engine }),
    });
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now();
    this.pinged = 0;
    if (message.type === 'update') {
      this.watchers.get(message.table)?.update(message);
      return;
    }
    const key = ('key' in message ? message.key : null) ?? null;
    const pending = key === null ? undefined : this.pending.get(key);
    if (key !== null) this.pending.delete(key);
    if (message.type === 'error') {
      if (pending) pending.reject(new Refused(message.error));
      else if (message.table !== undefined) this.watchers.get(message.table)?.failed(message.error);
      return;
    }
    if (message.type === 'plans' && !pending) this.watchers.get(message.table)?.plans?.(message);
    pending?.resolve(message);
  }
}

let shared: Socket | null = null;

export function socket(): Socket {
  shared ??= new Socket(new URL('./api/ws', document.baseURI).href.replace(/^http/, 'ws'), undefined, sessionEnded);
  return shared;
}
