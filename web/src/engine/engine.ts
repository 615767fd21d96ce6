// What the page knows of the engine: one call per operation of src/wasm/engine.h.
import type { About, Action, LogEntry, MatchState, MatchView, RuleError, Setup, Viewer } from '../table/contract';
import { Refused } from '../table/contract';

type Answer = { ok: unknown } | { error: RuleError };
type Reply = { id: number; answer: string } | { id: number; failure: string }; // texts: read faster than copied objects

export interface Transport {
  send(request: unknown): Promise<Answer>;
}

export class WorkerTransport implements Transport {
  private worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private last = 0;

  constructor(url: string) {
    this.worker.postMessage({ url });
    this.worker.onmessage = (event: MessageEvent<Reply>) => {
      const waiter = this.waiting.get(event.data.id);
      this.waiting.delete(event.data.id);
      if (!waiter) return;
      if ('answer' in event.data) waiter.resolve(JSON.parse(event.data.answer) as Answer);
      else waiter.reject(new Error(event.data.failure));
    };
  }

  send(request: unknown): Promise<Answer> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }
}

export class Engine {
  constructor(private transport: Transport) {}

  // An operation's answer, or Refused with the rule error.
  private async ask<T>(request: object): Promise<T> {
    const answer = await this.transport.send(request);
    if ('error' in answer) throw new Refused(answer.error);
    return answer.ok as T;
  }

  games = () => this.ask<About[]>({ op: 'games' });
  start = (game: string, setup: Setup) => this.ask<number>({ op: 'start', game, setup });
  load = (file: object) => this.ask<number>({ op: 'load', file });
  view = (match: number, viewer: Viewer, n?: number) => this.ask<MatchView>({ op: 'view', match, viewer, ...(n === undefined ? {} : { n }) });
  log = (match: number, viewer: Viewer, from: number) => this.ask<LogEntry[]>({ op: 'log', match, viewer, from });
  play = (match: number, seat: number, action: Action) => this.ask<MatchState>({ op: 'play', match, seat, action });
  tryOut = (match: number, seat: number, action: Action, viewer: Viewer) => this.ask<MatchView>({ op: 'try', match, seat, action, viewer });
  undo = (match: number, moves: number) => this.ask<MatchState>({ op: 'undo', match, moves });
  clone = (match: number, n: number) => this.ask<number>({ op: 'clone', match, n });
  file = (match: number) => this.ask<object>({ op: 'file', match });
  state = (match: number) => this.ask<MatchState>({ op: 'state', match });
  advise = (match: number, seat: number, level: string, seed: string) => this.ask<Action>({ op: 'advise', match, seat, level, seed });
  drop = (match: number) => this.ask<null>({ op: 'drop', match });
}

let shared: Engine | null = null;

// One engine for the whole page, started when first needed.
export function engine(): Engine {
  shared ??= new Engine(new WorkerTransport(new URL('./engine.wasm', document.baseURI).href));
  return shared;
}
