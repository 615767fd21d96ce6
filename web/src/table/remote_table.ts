// A table on the server, over one WebSocket for the whole page (docs/api.md).
import { engine, type Engine } from '../engine/engine';
import type { ClientMessage, Info, Plan, PlansAnswer, Position, ReviewState, Update } from '../wire/wire.gen';
import type { Action, Begun, InTheMaking, LogEntry, MatchView, RuleError } from './contract';
import { Refused } from './contract';
import type { ReviewFile } from './review';
import type { Question, Socket, Without } from './socket';
import { BaseTable, type ChatLine, type Hint, type Table, type TableData, type TableInfo } from './table';

// What is asked of this table, and what is asked of its present position.
type Asked = Without<Extract<ClientMessage, { table: string }>, 'key' | 'table'>;
type AskedNow = Without<Extract<ClientMessage, { rev: number }>, 'key' | 'table' | 'rev'>;

const chatPage = 50; // the most lines the server sends at once

// Makes views of the positions a server sends. Until it is there, or where it fails, the server sends whole views.
class Folder {
  id: string | undefined;
  private match: number | null = null;
  private rev = -1;
  private failures = 0;

  constructor(private engine: Engine) {}

  // Asks the engine which one it is.
  async ready(): Promise<void> {
    this.id = await this.engine.id();
  }

  // The view of a new position; nothing where it does not go on from the one before.
  async view(game: string, viewer: number | null, rev: number, from: number | undefined, position: Position) {
    if (from !== undefined && (this.match === null || from !== this.rev)) return null;
    if (from === undefined) {
      this.drop();
      this.match = await this.engine.know(game, position);
    } else if (this.match !== null) {
      await this.engine.follow(this.match, position);
    }
    this.rev = rev;
    return this.match === null ? null : await this.engine.view(this.match, viewer ?? 'spectator');
  }

  // The view of a position of the past.
  async past(game: string, viewer: number | null, position: Position): Promise<MatchView> {
    const match = await this.engine.know(game, position);
    const view = await this.engine.view(match, viewer ?? 'spectator');
    void this.engine.drop(match);
    return view;
  }

  // The question about an action begun, of the position followed; nothing where there is none.
  compose(seat: number, begun: Begun): Promise<InTheMaking> | null {
    return this.match === null ? null : this.engine.compose(this.match, seat, begun);
  }

  // An engine that fails again and again is not asked any more.
  failed(): void {
    this.match = null;
    if (++this.failures >= 3) this.id = undefined;
  }

  drop(): void {
    if (this.match !== null) void this.engine.drop(this.match).catch(() => undefined);
    this.match = null;
  }
}

// The log, and which of its moves the server drew for a bot that had failed.
function known(log: LogEntry[]): Pick<TableData, 'log' | 'drawn'> {
  return { log, drawn: log.filter((entry) => entry.drawn).map((entry) => entry.n) };
}

export class RemoteTable extends BaseTable implements Table {
  readonly kind = 'remote';
  private rev = 0;
  private fresh = true; // nothing was seen yet by who is watching now
  private older: Promise<void> = Promise.resolve();
  private folder: Folder | null;
  private folding: Promise<void> | null = null; // updates wait for the one before
  private awaited: { rev: number; resolve: () => void }[] = [];
  private unwatch: () => void;
  private undone: { at: number; action: Action }[] = []; // the viewer's moves that were taken back, and from which position

  constructor(
    private socket: Socket,
    private id: string,
    withEngine: Engine | null = typeof Worker === 'undefined' ? null : engine(),
  ) {
    super();
    this.folder = withEngine && new Folder(withEngine);
    this.unwatch = socket.watch(id, {
      rev: () => (this.now.view ? this.rev : undefined),
      engine: () => this.folder?.id,
      anew: () => (this.fresh = true),
      update: (update) => this.receive(update),
      plans: (answer) => this.hearPlans(answer),
      failed: (failure) => this.change({ failure }),
      connection: (connection, retryAt) => this.change({ connection, retryAt }),
    });
    void this.folder?.ready().then(
      () => socket.again(id),
      () => undefined,
    );
  }

  // In the order they came: folding takes a moment, and nothing may pass it by.
  private receive(update: Update): void {
    if (!update.position && !this.folding) {
      this.update(update, update.view);
      return;
    }
    const done: Promise<void> = (this.folding ?? Promise.resolve())
      .then(() => this.fold(update))
      .finally(() => {
        if (this.folding === done) this.folding = null;
      });
    this.folding = done;
  }

  private async fold(update: Update): Promise<void> {
    if (!update.position || !this.folder) {
      this.update(update, update.view);
      return;
    }
    const { game, you } = update.info
      ? toInfo(update.info, update.you ?? null)
      : (this.now.info ?? { game: '', you: null });
    try {
      const view = await this.folder.view(game, you, update.rev, update.from, update.position);
      if (view) this.update(update, view);
      else this.socket.again(this.id);
    } catch {
      this.folder.failed();
      this.socket.again(this.id);
    }
  }

  private update(update: Update, view: MatchView | undefined): void {
    this.rev = update.rev;
    const info = update.info ? toInfo(update.info, update.you ?? null) : this.now.info;
    const seats = info?.seats.map((seat, i) => ({
      ...seat,
      present: update.presence ? update.presence.seats[i] : this.now.info?.seats[i]?.present,
    }));
    this.change({
      failure: null,
      info: info && seats ? { ...info, seats } : info,
      ...(view ? { view } : {}),
      ...(update.log ? this.newLog(update.log, update.log_from ?? 0, update.log_anew ?? false) : {}),
      ...(update.chat ? this.newChat(update.chat, update.chat_more ?? false) : {}),
      ...(update.notes !== undefined ? { notes: update.notes } : {}),
      ...(update.turn ? { turn: update.turn } : {}),
    });
    // Something else was played where the move that was taken back would belong.
    const [first] = this.undone;
    if (first && this.now.log.some((entry) => entry.n === first.at)) {
      this.undone = [];
      this.change({ undone: 0 });
    }
    this.fresh = false;
    const [met, open] = [
      this.awaited.filter(({ rev }) => rev <= this.rev),
      this.awaited.filter(({ rev }) => rev > this.rev),
    ];
    this.awaited = open;
    for (const { resolve } of met) resolve();
  }

  // What was known stays up to where the new moves begin. Where they begin before it, or the server says that there is a gap,
  // nothing of it stays: what was taken back in between is not known.
  private newLog(log: LogEntry[], from: number, anew: boolean): Partial<TableData> {
    const kept = from - this.now.logFrom;
    if (this.fresh || anew || kept < 0 || kept > this.now.log.length) return { ...known(log), logFrom: from };
    return known([...this.now.log.slice(0, kept), ...log]);
  }

  // A full page in which nothing is known may have left lines out before it.
  private newChat(lines: ChatLine[], more: boolean): Partial<TableData> {
    const last = this.now.chat.at(-1)?.number ?? -1;
    const added = lines.filter((line) => line.number > last);
    const gap = more && lines.length >= chatPage && added.length === lines.length;
    if (this.fresh || last < 0 || gap) return { chat: lines, chatMore: more };
    return { chat: [...this.now.chat, ...added] };
  }

  // The moves before those that are known, a page at a time. Two who ask at once get one page after the other.
  olderLog(): Promise<RuleError | null> {
    return this.turnBack(async () => {
      const before = this.now.logFrom;
      if (before === 0) return;
      const { from, log } = await this.socket.ask({ type: 'older_log', table: this.id, before });
      if (this.now.logFrom === before && from + log.length === before)
        this.change({ logFrom: from, ...known([...log, ...this.now.log]) });
    });
  }

  olderChat(): Promise<RuleError | null> {
    return this.turnBack(async () => {
      const before = this.now.chat[0]?.number;
      if (before === undefined || !this.now.chatMore) return;
      const answer = await this.socket.ask({ type: 'older_chat', table: this.id, before });
      if (this.now.chat[0]?.number === before)
        this.change({ chat: [...answer.lines, ...this.now.chat], chatMore: answer.more });
    });
  }

  private turnBack(work: () => Promise<void>): Promise<RuleError | null> {
    const done = this.older.then(work).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refused) return error.error;
        throw error;
      },
    );
    this.older = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  // Something is done when its position is here, not when the server says so: until then nobody should decide on the old one.
  private arrival(rev: number): Promise<void> {
    return rev <= this.rev ? Promise.resolve() : new Promise((resolve) => this.awaited.push({ rev, resolve }));
  }

  private async ask(message: Asked): Promise<RuleError | null> {
    try {
      const answer = await this.socket.ask({ ...message, table: this.id } as Question);
      if ('rev' in answer && answer.rev !== undefined) await this.arrival(answer.rev);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.error;
      throw error;
    }
  }

  // Says it again of the newer position when somebody else moved in the same moment, as long as `still` finds it means the same.
  private async insist(message: AskedNow, still: () => boolean): Promise<RuleError | null> {
    for (let tries = 0; ; ++tries) {
      const { rev } = this;
      const refusal = await this.ask({ ...message, rev } as Asked);
      if (refusal?.code !== 'stale' || tries === 4) return refusal;
      await this.arrival(rev + 1);
      if (!still()) return refusal;
    }
  }

  // Where several decide at the same time, what another one does takes nothing away from one's own decision.
  play(action: Action): Promise<RuleError | null> {
    const { seat, to_act } = this.now.view ?? { seat: null, to_act: [] };
    return this.insist(
      { type: 'move', action },
      () => seat !== null && to_act.length > 1 && (this.now.view?.to_act.includes(seat) ?? false),
    );
  }

  async why(action: Action): Promise<RuleError | null> {
    try {
      const answer = await this.socket.ask({ type: 'check', table: this.id, action });
      return answer.refusal;
    } catch (error) {
      if (error instanceof Refused) return error.error;
      throw error;
    }
  }

  // The engine of this page answers where it follows the match, else the server.
  async compose(begun: Begun): Promise<InTheMaking> {
    const seat = this.now.view?.seat ?? null;
    if (seat === null) throw new Refused({ scope: 'web', code: 'only_watching', rule: '', values: {} });
    const own = this.folder?.compose(seat, begun);
    if (own) return own;
    const { answer } = await this.socket.ask({ type: 'compose', table: this.id, ...begun });
    return answer as unknown as InTheMaking;
  }

  // No other person sits here: bots do not mind what is taken back.
  get alone(): boolean {
    return !this.now.info?.seats.some((seat, i) => i !== this.now.view?.seat && seat.kind === 'human');
  }

  // What was taken back at once can be played again, as long as nothing else has been played.
  async undo(to: number): Promise<RuleError | null> {
    const seat = this.now.view?.seat;
    const back = this.now.log.filter((entry) => entry.n >= to && entry.seat === seat);
    const refusal = await this.insist({ type: 'undo', to }, () => this.alone);
    if (refusal === null && this.now.view?.n === to) {
      this.undone = [...back.map(({ n, action }) => ({ at: n, action })), ...this.undone];
      this.change({ undone: this.undone.length });
    }
    return refusal;
  }

  async redo(): Promise<RuleError | null> {
    const [next, ...rest] = this.undone;
    if (!next) return null;
    this.undone = rest; // before the move comes back as news
    const refusal = await this.play(next.action);
    if (refusal !== null) this.undone = [];
    this.change({ undone: this.undone.length });
    return refusal;
  }

  answer(proposal: number, agree: boolean): Promise<RuleError | null> {
    return this.ask({ type: 'answer', proposal, agree });
  }

  proposeReplace(seat: number, by: 'bot' | 'person', level?: string): Promise<RuleError | null> {
    return this.ask({ type: 'propose_replace', seat, with: by, ...(level ? { level } : {}) });
  }

  // What is decided in advance; without a list it is asked for.
  async plans(list?: Plan[]): Promise<RuleError | null> {
    try {
      const answer = await this.socket.ask({ type: 'plans', table: this.id, ...(list ? { plans: list } : {}) });
      this.hearPlans(answer);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.error;
      throw error;
    }
  }
  private hearPlans({ on, plans, stopped, options }: PlansAnswer): void {
    this.change({ plans: { on, plans, stopped, options } });
  }

  // With the standing as the result, or with none.
  proposeEnd(standing: boolean): Promise<RuleError | null> {
    return this.ask({ type: 'propose_end', standing });
  }
  pause(on: boolean): Promise<RuleError | null> {
    return this.ask({ type: 'pause', on });
  }
  holiday(days: number): Promise<RuleError | null> {
    return this.ask({ type: 'holiday', days });
  }
  // Where the viewer lives, for nights and weekends.
  zone(minutes: number): Promise<RuleError | null> {
    return this.ask({ type: 'zone', minutes });
  }

  async history(n: number): Promise<MatchView> {
    const id = this.folder?.id;
    const answer = await this.socket.ask({ type: 'history', table: this.id, n, ...(id ? { engine: id } : {}) });
    if (answer.view) return answer.view;
    if (!answer.position || !this.folder) throw new Error('the server sent no position');
    return this.folder.past(this.now.info?.game ?? '', this.now.info?.you ?? null, answer.position);
  }

  // Thought out by the server; refused where it has no bot for this game, or while it thinks about another question.
  async hint(): Promise<Hint | null> {
    const { moves, level } = await this.socket.ask({ type: 'hint', table: this.id });
    const [best] = moves;
    return best ? { action: best.action, level, value: best.value } : null;
  }

  async file(): Promise<object | null> {
    const response = await fetch(`./api/tables/${encodeURIComponent(this.id)}/file`);
    return response.ok ? ((await response.json()) as object) : null;
  }

  // Made once by the server for everybody. Null where it does not make it, or is busy for too long: then it is made here.
  async review(told: (done: number, of: number) => void, signal: AbortSignal): Promise<ReviewFile | null> {
    const address = `./api/tables/${encodeURIComponent(this.id)}/review`;
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    let patience = 10; // seconds in which nothing happens
    for (let first = this.now.info?.you !== null, last = -1; patience > 0 && !signal.aborted; first = false) {
      const response = await fetch(address, first ? asked : undefined).catch(() => null);
      if (!response?.ok) return null;
      const state = (await response.json()) as ReviewState;
      if (state.review) return state.review as unknown as ReviewFile;
      if (state.state === 'none') return null;
      if (state.state === 'running') told(state.done, state.of);
      patience = state.state === 'running' && state.done > last ? 10 : patience - 1;
      last = state.done;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    return null;
  }

  async whatIf(n: number): Promise<object> {
    const response = await fetch(`./api/tables/${encodeURIComponent(this.id)}/what-if?n=${n}`);
    const body = (await response.json()) as object;
    if (!response.ok) throw new Refused((body as { error: RuleError }).error);
    return body;
  }

  // A table of a server is shared by its own address; as a file only once the match is over.
  async toShare(n: number): Promise<{ file: object; seat: number | null } | null> {
    return this.now.info?.status === 'finished' ? { file: await this.whatIf(n), seat: null } : null;
  }

  chat(text: string, name?: string): Promise<RuleError | null> {
    return this.ask({ type: 'chat', text, ...(name ? { name } : {}) });
  }

  saveNotes(text: string): void {
    this.change({ notes: text });
    void this.ask({ type: 'notes', text });
  }

  close(): void {
    for (const { resolve } of this.awaited.splice(0)) resolve();
    this.unwatch();
    this.folder?.drop();
  }
}

function toInfo(info: Info, you: number | null): TableInfo {
  const { id, game, title, status, seats, host, hosting, options, proposal, hints, shuffle } = info;
  const watchersChat = info.watchers_chat;
  const { rated, beginners, language, open, rematch } = info;
  const lobby = { rated, beginners, language, open };
  const { terms, paused, ended, outcome } = info;
  const away = { terms, paused, ended, outcome };
  return {
    id,
    game,
    title,
    status,
    seats,
    host,
    hosting,
    you,
    options,
    proposal,
    hints,
    watchersChat,
    shuffle,
    away,
    lobby,
    rematch,
  };
}
