// A table on this device: the engine in its worker, bots beside it, the match kept in IndexedDB.
import type { Engine } from '../engine/engine';
import type { Thinkers } from '../engine/thinkers';
import type { Peek } from '../app/peek';
import { painted } from '../ui/time';
import type { Action, Begun, InTheMaking, LogEntry, MatchState, MatchView, RuleError } from './contract';
import { Refused, settled } from './contract';
import { hintLevel, thinksLong } from './levels';
import { localMatches, newId, type LocalMatch } from './local_store';
import { BaseTable, type Hint, type Table, type TableInfo } from './table';

export interface LocalOptions {
  // Pause before a bot's move, so that people can follow. Asked anew for each move.
  botPause: () => number;
  // What a list of tables shows of a position.
  peek?: (view: MatchView) => Promise<Peek | null>;
  // Several people share the device and hold hands of cards: between two of them everything is covered.
  covers?: boolean;
  // A lesson: others move only when they are told to (`playFor`, `replay`), and nothing is kept.
  lesson?: boolean;
  // A puzzle: nothing says beforehand what a move would bring.
  quiet?: (view: MatchView) => Promise<MatchView>;
  // Who thinks for long where a bot does; without them the table's engine does.
  thinkers?: Pick<Thinkers, 'think' | 'close'>;
  // A puzzle about paying: nothing pays by itself.
  ownPayment?: boolean;
}

const hintNodes = 3000; // what a hint may think: an answer within a tenth of a second
const mostFailures = 3; // of a bot at one move
const longThought = 500; // milliseconds from which on the page says that a bot thinks

export interface Move {
  seat: number;
  action: Action;
}

export class LocalTable extends BaseTable implements Table {
  readonly kind = 'local';
  private match = 0;
  private closed = false;
  private unkept = false; // the match has moves that its record does not have yet
  private keeping: Promise<void> | null = null;
  private undone: Move[] = [];
  // To come back to this position after a failure of the engine: so many moves of the file in the record are still those of the
  // match (and of the file that is being made), and what was played from then on.
  private sure = Infinity;
  private sureNext = Infinity;
  private played = new Map<number, Move>();
  private queue: Promise<unknown> = Promise.resolve();
  private thought: { n: number; seat: number; end: AbortController } | null = null; // a bot's, on engines of its own
  private looking: number | null = null; // who said to be there, where hands are covered between people

  constructor(
    private engine: Engine,
    private record: LocalMatch,
    private options: LocalOptions,
  ) {
    super();
    this.change({ info: this.info(), notes: record.notes, connection: 'local', drawn: record.drawn ?? [] });
    void this.serial(() => this.begin());
  }

  private info(): TableInfo {
    const { id, game, title, seats, finished } = this.record;
    return {
      id,
      game,
      title,
      status: finished ? 'finished' : 'playing',
      seats,
      host: null,
      you: this.me(),
      options: {},
      hints: !this.options.quiet,
      quiet: this.options.quiet !== undefined,
      ownPayment: this.options.ownPayment === true,
      watchersChat: false,
      shuffle: false,
      proposal: null,
    };
  }

  // One thing after the other: a move never meets a half-played one.
  private serial<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }

  private async begin(): Promise<void> {
    try {
      this.match = await this.engine.load(this.record.file);
      await this.refresh(this.engine.state(this.match));
      this.wakeBots();
    } catch (error) {
      this.giveUp(error);
    }
  }

  private giveUp(error: unknown): void {
    this.change({
      failure:
        error instanceof Refused
          ? error.error
          : { scope: 'web', code: 'engine_failed', rule: '', values: { text: String(error) } },
    });
  }

  // The engine failed (a trap leaves it in no state to go on): a new one, brought to the position of now.
  // False when that fails as well; the page says so then.
  private async restart(): Promise<boolean> {
    try {
      this.engine.restart(this.match);
      this.match = await this.engine.load(this.record.file);
      let state = await this.engine.state(this.match);
      const kept = Math.min(state.n, this.sure, this.record.n);
      if (kept < state.n) state = await this.engine.undo(this.match, state.n - kept);
      for (let move = this.played.get(state.n); move && state.n < this.record.n; move = this.played.get(state.n))
        state = await this.engine.play(this.match, move.seat, move.action);
      await this.refresh(Promise.resolve(state));
      return true;
    } catch (error) {
      this.giveUp(error);
      return false;
    }
  }

  private async playMove(seat: number, action: Action): Promise<MatchState> {
    const n = this.record.n;
    const state = await this.engine.play(this.match, seat, action);
    this.played.set(n, { seat, action });
    return state;
  }

  private humans(): number[] {
    return this.record.seats.flatMap((seat, index) => (seat.kind === 'human' ? [index] : []));
  }

  // Through whose eyes: the person to act, else the person who acted last; with one person always that one. Nobody's, while the
  // person to act has not said to be there.
  private me(): number | null {
    const humans = this.humans();
    if (humans.length <= 1) return humans[0] ?? null;
    if (this.options.covers) return this.cover() === null ? (this.looking ?? humans[0] ?? null) : null;
    const acting = humans.find((seat) => this.record.toAct.includes(seat));
    if (acting !== undefined) return acting;
    return this.now.info?.you ?? humans[0] ?? null;
  }

  // Whom the device is to be given to, if anybody.
  private cover(): number | null {
    const humans = this.humans();
    if (!this.options.covers || humans.length <= 1 || this.record.finished) return null;
    if (this.looking !== null && this.record.toAct.includes(this.looking)) return null;
    const next = humans.find((seat) => this.record.toAct.includes(seat)) ?? this.looking ?? humans[0] ?? null;
    return next === this.looking ? null : next;
  }
  // The person is there: everything is read anew, through these eyes.
  uncover(): Promise<void> {
    return this.serial(async () => {
      this.looking = this.cover() ?? this.looking;
      await this.refresh(this.engine.state(this.match));
    });
  }

  private botToAct(): number | undefined {
    return this.record.toAct.find((seat) => this.record.seats[seat]?.kind === 'bot');
  }

  private look(me: number | null, from: number): Promise<[MatchView, LogEntry[]]> {
    const viewer = me ?? (this.humans().length ? 'spectator' : 'analyst');
    return Promise.all([this.engine.view(this.match, viewer), this.engine.log(this.match, viewer, from)]);
  }

  // Does something with the match and shows what came of it. The look at the result is asked for in the same breath, through the
  // eyes that look now; where several people share the device they may be others afterwards.
  // `passing`: a bot's move. While another bot follows at once it need not be kept: from the file before it the bots would play
  // the same again. A person's move is always kept.
  private async refresh(deed: Promise<MatchState>, from = 0, passing = false): Promise<void> {
    const before = this.me();
    const looked = this.look(before, from);
    looked.catch(() => undefined); // when the deed fails, nobody asks
    const state = await deed;
    if (this.thought && this.thought.n !== state.n) this.endThought();
    this.record = {
      ...this.record,
      n: state.n,
      toAct: state.to_act,
      finished: state.outcome !== null,
      updated: Date.now(),
    };
    const me = this.me();
    const [seen, log] = await (me === before ? looked : this.look(me, from));
    const view = this.options.quiet ? await this.options.quiet(seen) : seen;
    if (!this.closed)
      this.change({
        info: this.info(),
        view,
        log: [...this.now.log.slice(0, from), ...log],
        cover: this.cover(),
      });
    this.unkept = true;
    if (!passing || this.botToAct() === undefined) void this.keep();
  }

  // Shown first, kept after: nobody waits for the disk. One write at a time; what happens meanwhile goes into the next one.
  private keep(): Promise<void> {
    if (this.options.lesson) return Promise.resolve();
    this.keeping ??= this.write().finally(() => (this.keeping = null));
    return this.keeping;
  }

  private async write(): Promise<void> {
    await painted();
    while (this.unkept) {
      this.unkept = false;
      try {
        this.sureNext = Infinity;
        const file = await this.engine.file(this.match);
        this.sure = this.sureNext;
        const peek = this.now.view && (await this.options.peek?.(this.now.view));
        this.record = { ...this.record, file, ...(peek ? { peek } : {}) };
        await localMatches.put(this.record);
        if (this.now.unsaved) this.change({ unsaved: false });
      } catch {
        this.unkept = true; // tried again with the next move; until then the person is told
        this.change({ unsaved: true });
        return;
      }
    }
  }

  private wakeBots(): void {
    const seat = this.botToAct();
    if (seat === undefined || this.closed || this.options.lesson) return;
    const { thinkers } = this.options;
    if (!thinkers || !thinksLong(this.record.seats[seat]?.level)) {
      setTimeout(() => void this.serial(() => this.botMove(seat)), this.options.botPause());
    } else if (this.thought?.n !== this.record.n || this.thought.seat !== seat) {
      setTimeout(() => void this.thinkLong(seat, thinkers), this.options.botPause());
    }
  }

  // Nobody waits for what a bot thinks of another position.
  private endThought(): void {
    this.thought?.end.abort();
    this.thought = null;
    if (this.now.thinking) this.change({ thinking: null });
  }

  // The table goes on as it is meanwhile: people look around, and move where several decide at once.
  private async thinkLong(seat: number, thinkers: Pick<Thinkers, 'think' | 'close'>): Promise<void> {
    const level = this.record.seats[seat]?.level ?? '';
    const { n } = this.record;
    if (this.closed || this.botToAct() !== seat || (this.thought?.n === n && this.thought.seat === seat)) return;
    this.endThought();
    const end = new AbortController();
    const mine = (this.thought = { n, seat, end });
    const begun = Date.now();
    let part = 0; // only grows, whoever tells of it
    const told = (now: number) => {
      part = Math.max(part, now);
      if (this.thought === mine && Date.now() - begun >= longThought) this.change({ thinking: { seat, part } });
    };
    const late = setTimeout(() => told(0), longThought);
    try {
      const file = await this.serial(() => this.engine.file(this.match));
      const decision = { file, seat, level, seed: `${this.record.id}:${seat}` };
      const action = await thinkers.think(decision, told, end.signal);
      await this.serial(async () => {
        if (this.thought !== mine || this.closed || this.record.n !== n) return;
        this.endThought();
        await this.refresh(this.playMove(seat, action), n, true);
        if (this.undone.length) this.forgetUndone();
        this.wakeBots();
      });
    } catch {
      if (end.signal.aborted || this.closed) return;
      // Its engines failed: the table's own one decides, and knows what to do when that fails as well.
      thinkers.close();
      this.endThought();
      await this.serial(() => this.botMove(seat));
    } finally {
      clearTimeout(late);
    }
  }

  private async botMove(seat: number): Promise<void> {
    const bot = this.record.seats[seat];
    if (this.closed || bot?.kind !== 'bot' || !this.record.toAct.includes(seat)) return;
    const from = this.record.n;
    for (let failures = 0; this.record.n === from && !this.closed; ++failures) {
      try {
        const failed = failures >= mostFailures;
        const action = failed
          ? await this.draw(seat)
          : await this.engine.choose(this.match, seat, bot.level ?? 'random', `${this.record.id}:${seat}`);
        await this.refresh(this.playMove(seat, action), from, true);
        if (this.undone.length) this.forgetUndone();
        if (failed) this.drawn([...this.now.drawn, from]);
      } catch (error) {
        if (failures > 2 * mostFailures) return this.giveUp(error);
        if (!(await this.restart())) return;
      }
    }
    this.wakeBots();
  }

  private forgetUndone(): void {
    this.undone = [];
    this.change({ undone: 0 });
  }

  // Any legal move, all equally likely; for a bot that finds none.
  private async draw(seat: number): Promise<Action> {
    const { legal } = await this.engine.view(this.match, seat);
    return settled(legal[Math.floor(Math.random() * legal.length)] as Action);
  }

  private drawn(drawn: number[]): void {
    this.record = { ...this.record, drawn };
    this.change({ drawn });
  }

  play(action: Action): Promise<RuleError | null> {
    return this.playFor(this.me(), action);
  }

  playFor(seat: number | null, action: Action): Promise<RuleError | null> {
    return this.serial(async () => {
      if (seat === null) return { scope: 'web', code: 'only_watching', rule: '', values: {} };
      const from = this.record.n;
      try {
        await this.refresh(this.playMove(seat, action), from);
      } catch (error) {
        if (error instanceof Refused) return error.error;
        await this.restart();
        return { scope: 'web', code: 'engine_stopped', rule: '', values: {} };
      }
      if (this.undone.length) this.forgetUndone();
      this.wakeBots();
      return null;
    });
  }

  async why(action: Action): Promise<RuleError | null> {
    const seat = this.me();
    if (seat === null) return null;
    try {
      await this.engine.tryOut(this.match, seat, action, seat);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.error;
      throw error;
    }
  }

  async compose(begun: Begun): Promise<InTheMaking> {
    const seat = this.me();
    if (seat === null) throw new Refused({ scope: 'web', code: 'only_watching', rule: '', values: {} });
    const answer = await this.engine.compose(this.match, seat, begun);
    return this.options.quiet ? { ...answer, effects: null } : answer;
  }

  // On one's own device every move may be taken back, those of the bots since then with it.
  undo(to: number): Promise<RuleError | null> {
    return this.serial(async () => {
      const back = this.now.log.slice(to).map(({ seat, action }) => ({ seat, action }));
      this.undone = [...back, ...this.undone];
      this.sure = Math.min(this.sure, to);
      this.sureNext = Math.min(this.sureNext, to);
      for (const n of this.played.keys()) if (n >= to) this.played.delete(n);
      if (this.now.drawn.some((n) => n >= to)) this.drawn(this.now.drawn.filter((n) => n < to));
      await this.refresh(this.engine.undo(this.match, this.record.n - to), to);
      this.change({ undone: this.redoable() });
      this.wakeBots();
      return null;
    });
  }

  // The position after the first `to` moves of now and then these, in one go.
  replay(to: number, moves: Move[]): Promise<void> {
    return this.serial(async () => {
      const from = Math.min(to, this.record.n);
      let state = await this.engine.state(this.match);
      if (from < state.n) state = await this.engine.undo(this.match, state.n - from);
      for (const { seat, action } of moves) state = await this.engine.play(this.match, seat, action);
      for (const n of this.played.keys()) if (n >= from) this.played.delete(n);
      moves.forEach((move, i) => this.played.set(from + i, move));
      this.sure = Math.min(this.sure, from);
      await this.refresh(Promise.resolve(state), from);
      if (this.undone.length) this.forgetUndone();
    });
  }

  // The number of the position before this person's last move.
  undoTarget(): number | null {
    const humans = this.humans();
    for (let n = this.now.log.length - 1; n >= 0; --n) if (humans.includes(this.now.log[n]?.seat ?? -1)) return n;
    return null;
  }

  // So many moves of people were taken back.
  private redoable(): number {
    return this.undone.filter((move) => this.record.seats[move.seat]?.kind === 'human').length;
  }

  // The move of a person with all that bots did after it. Where no bot's move was kept, the bots decide anew.
  redo(): Promise<RuleError | null> {
    return this.serial(async () => {
      const next = this.undone.findIndex((move, i) => i > 0 && this.record.seats[move.seat]?.kind === 'human');
      const again = this.undone.slice(0, next < 0 ? undefined : next);
      let refusal: RuleError | null = null;
      try {
        for (const move of again) {
          await this.refresh(this.playMove(move.seat, move.action), this.record.n);
          this.undone.shift();
        }
      } catch (error) {
        this.undone = [];
        if (!(error instanceof Refused)) throw error;
        refusal = error.error;
      }
      this.change({ undone: this.redoable() });
      this.wakeBots();
      return refusal;
    });
  }

  history(n: number): Promise<MatchView> {
    return this.engine.view(this.match, this.me() ?? (this.humans().length ? 'spectator' : 'analyst'), n);
  }

  async hint(): Promise<Hint | null> {
    const seat = this.me();
    if (seat === null || !this.record.toAct.includes(seat)) return null;
    const levels = (await this.engine.games()).find((game) => game.id === this.record.game)?.bots ?? [];
    const best = hintLevel(levels);
    if (best === undefined) return null;
    try {
      const [move] = await this.engine.hint(this.match, seat, best, `hint:${this.record.id}`, hintNodes);
      return move ? { action: move.action, level: best, value: move.value } : null;
    } catch (error) {
      if (error instanceof Refused) throw error;
      await this.serial(() => this.restart());
      throw new Refused({ scope: 'web', code: 'engine_stopped', rule: '', values: {} });
    }
  }

  file(): Promise<object> {
    return this.engine.file(this.match);
  }

  review(): Promise<null> {
    return Promise.resolve(null); // the page makes it itself
  }

  async whatIf(n: number): Promise<object> {
    const copy = await this.engine.clone(this.match, n);
    const file = await this.engine.file(copy);
    await this.engine.drop(copy);
    return file;
  }

  // While it runs: no seed, and what the person who looks cannot know drawn anew.
  async toShare(n: number): Promise<{ file: object; seat: number | null } | null> {
    if (this.record.finished || this.humans().length === 0) return { file: await this.whatIf(n), seat: null };
    const seat = this.me();
    const file = seat === null ? null : await this.engine.imagined(this.match, n, seat, newId());
    return file && { file, seat };
  }

  // The moves from this number on, with nothing left out.
  whole(from: number): Promise<LogEntry[]> {
    return this.serial(() => this.engine.log(this.match, 'analyst', from));
  }

  chat(): Promise<RuleError | null> {
    return Promise.resolve(null);
  }

  saveNotes(text: string): void {
    this.record = { ...this.record, notes: text };
    this.change({ notes: text });
    this.unkept = true;
    void this.keep();
  }

  close(): void {
    this.closed = true;
    this.endThought();
    this.options.thinkers?.close();
    void this.serial(async () => {
      if (!this.match) return;
      await this.keep();
      await this.engine.drop(this.match);
    });
  }
}
