// What the page knows of the engine: one call per operation of src/wasm/engine.h.
import type {
  About,
  Action,
  Begun,
  InTheMaking,
  LogEntry,
  MatchState,
  MatchView,
  Outcome,
  RuleError,
  Setup,
  Values,
  Viewer,
} from '../table/contract';
import { Refused } from '../table/contract';
import type { Accounts, ReviewFile } from '../table/review';
import type { Position } from '../wire/wire.gen';

// A move with the result expected of it, and the chance to win where the player tells it.
export interface Hinted {
  action: Action;
  value: number;
  chance?: number;
}
// What is expected of all seats after the best move; null for those the player does not judge.
export interface Weighed {
  action: Action;
  results: (number | null)[];
  errors: (number | null)[];
  chances: number[];
}

// A decision in pieces: playouts for any engines, as [arm, world, planned], or the action.
export type Thought = { playouts: number[][]; nodes: number } | { action: Action };
// What came of a playout: ended, utility, own, chance, nodes.
export type PlayoutEnd = [boolean, number, number, number, number];

type Answer = { ok: unknown } | { error: RuleError };
type Reply = { id: number; answer: string } | { id: number; failure: string }; // texts: read faster than copied objects

export interface Transport {
  send(request: unknown): Promise<Answer>;
  // Begins anew after a failure: who still waits is told, and everything the engine held is gone.
  restart(): void;
}

export class WorkerTransport implements Transport {
  private worker: Worker;
  private waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  private last = 0;

  constructor(private url: string) {
    this.worker = this.start();
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ url: this.url });
    worker.onerror = (event) => this.fail(event.message || 'the worker failed');
    worker.onmessage = (event: MessageEvent<Reply>) => {
      const waiter = this.waiting.get(event.data.id);
      this.waiting.delete(event.data.id);
      if (!waiter) return;
      if ('answer' in event.data) waiter.resolve(JSON.parse(event.data.answer) as Answer);
      else waiter.reject(new Error(event.data.failure));
    };
    return worker;
  }

  private fail(why: string): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new Error(why));
  }

  restart(): void {
    this.worker.terminate();
    this.fail('the engine was started again');
    this.worker = this.start();
  }

  close(): void {
    this.worker.terminate();
    this.fail('the engine was closed');
  }

  send(request: unknown): Promise<Answer> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }
}

const matchesPerEngine = 1_000_000;

export class Engine {
  private engines = 0; // started before the one of now

  constructor(private transport: Transport) {}

  // An operation's answer, or Refused with the rule error.
  private async ask<T>(request: object): Promise<T> {
    const answer = await this.transport.send(request);
    if ('error' in answer) throw new Refused(answer.error);
    return answer.ok as T;
  }

  // Matches are numbers of the engine that holds them; ours tell which engine that was, so that none of before a restart is taken
  // for another one.
  private async hold(request: object): Promise<number> {
    const engine = this.engines;
    return engine * matchesPerEngine + (await this.ask<number>(request));
  }
  private isHere(match: number): boolean {
    return Math.floor(match / matchesPerEngine) === this.engines;
  }
  private async of<T>(match: number, request: object): Promise<T> {
    if (!this.isHere(match)) throw new Error('the engine was started again');
    return this.ask<T>({ ...request, match: match % matchesPerEngine });
  }

  // A new engine, after a failure in the one that holds this match; all its matches have to be loaded again.
  restart(match: number): void {
    if (!this.isHere(match)) return;
    ++this.engines;
    this.transport.restart();
  }

  // Which engine this is: a server with the same one sends it positions instead of views.
  id = () => this.ask<string>({ op: 'engine' });
  games = () => this.ask<About[]>({ op: 'games' });
  // Everything that is wrong with a setup; what else the answer holds is the game's own.
  checkSetup = <T>(game: string, setup: Values) => this.ask<T>({ op: 'check_setup', game, setup });
  start = (game: string, setup: Setup) => this.hold({ op: 'start', game, setup });
  load = (file: object) => this.hold({ op: 'load', file });
  // A match that goes on from what a server tells one viewer; and on to the next position it tells.
  know = (game: string, position: Position) => this.hold({ op: 'know', game, position });
  follow = (match: number, position: Position) => this.of<null>(match, { op: 'follow', position });
  view = (match: number, viewer: Viewer, n?: number) =>
    this.of<MatchView>(match, { op: 'view', viewer, ...(n === undefined ? {} : { n }) });
  log = (match: number, viewer: Viewer, from: number) => this.of<LogEntry[]>(match, { op: 'log', viewer, from });
  play = (match: number, seat: number, action: Action) => this.of<MatchState>(match, { op: 'play', seat, action });
  tryOut = (match: number, seat: number, action: Action, viewer: Viewer) =>
    this.of<MatchView>(match, { op: 'try', seat, action, viewer });
  compose = (match: number, seat: number, begun: Begun) =>
    this.of<InTheMaking>(match, { op: 'compose', seat, ...begun });
  undo = (match: number, moves: number) => this.of<MatchState>(match, { op: 'undo', moves });
  clone = (match: number, n: number) =>
    this.isHere(match)
      ? this.hold({ op: 'clone', match: match % matchesPerEngine, n })
      : Promise.reject(new Error('the engine was started again'));
  file = (match: number) => this.of<object>(match, { op: 'file' });
  state = (match: number) => this.of<MatchState>(match, { op: 'state' });
  choose = (match: number, seat: number, level: string, seed: string) =>
    this.of<Action>(match, { op: 'choose', seat, level, seed });
  think = (match: number, seat: number, level: string, seed: string, ends: unknown[]) =>
    this.of<Thought>(match, { op: 'think', seat, level, seed, ends });
  playOut = (match: number, seat: number, level: string, seed: string, playouts: number[][]) =>
    this.of<PlayoutEnd[]>(match, { op: 'play_out', seat, level, seed, playouts });
  // The file after n moves as a seat may have it while the match runs; null where the game does not say how.
  imagined = (match: number, n: number, seat: number, seed: string) =>
    this.of<object | null>(match, { op: 'imagined', n, seat, seed });
  // The board with title and sentence under it, as SVG; null where the game has no picture.
  picture = (match: number, n: number, dark: boolean, title: string, sentence: string) =>
    this.of<string | null>(match, { op: 'picture', viewer: 'spectator', n, dark, title, sentence });
  board = (match: number, n: number, line: string) => this.of<string | null>(match, { op: 'board', n, line });
  laboratory = <T>(game: string, board: string) => this.ask<T>({ op: 'laboratory', game, board });
  hint = (match: number, seat: number, level: string, seed: string, nodes: number) =>
    this.of<Hinted[]>(match, { op: 'hint', seat, level, seed, nodes });
  weigh = (match: number, seat: number, level: string, seed: string, nodes: number) =>
    this.of<Weighed | null>(match, { op: 'weigh', seat, level, seed, nodes });
  standing = (match: number) => this.of<Outcome | null>(match, { op: 'standing' });
  judge = (match: number, n: number, nodes?: number) =>
    this.of<object | null>(match, { op: 'judge', n, ...(nodes === undefined ? {} : { nodes }) });
  review = (match: number, judged: unknown[], names: string[], nodes?: number) =>
    this.of<ReviewFile>(match, { op: 'review', judged, names, ...(nodes === undefined ? {} : { nodes }) });
  // Where the results came from; null where nobody knows.
  accounts = (match: number) => this.of<Accounts | null>(match, { op: 'accounts' });
  drop = (match: number) => this.of<null>(match, { op: 'drop' });
}

let shared: Engine | null = null;

// One engine for the whole page, started when first needed.
export function engine(): Engine {
  shared ??= new Engine(new WorkerTransport(new URL('./engine.wasm', document.baseURI).href));
  return shared;
}
