// What happened since the viewer decided last: moves of others as they come, one after another, the places they touched, and a
// recap of what they mean. Positions are never held back: the newest one is always on the table, this only points at what is new.
import type { Component } from 'svelte';
import { Refused, type Action, type Event, type LogEntry, type MatchView } from '../table/contract';
import type { TableModel } from '../table/model.svelte';
import type { TableData } from '../table/table';
import { keep, kept } from '../app/kept';
import { viewport } from '../app/viewport.svelte';
import { language, t } from '../i18n/i18n.svelte';

// A move in words.
export interface Told {
  n: number;
  seat: number;
  lines: string[]; // the first says the move, the others are its parts
  round: string | null; // a new round begins with this move
  after?: string[]; // what the new round brought by itself, under its heading
  kinds?: string[]; // what it is about, for the filter: keys of `web.log.kind.*`
}

// A place or a value on the page that an event touched.
export interface Touch {
  at: string; // a selector; the first element in sight is meant
  class?: string; // gives the colour of whoever did it (--cc, --ci)
  text?: string; // what changed there: "+40"
  place?: boolean; // on the board, and therefore part of the trail
}

export interface RecapLine {
  title: string;
  note?: string;
  value?: string;
  tone?: 'good' | 'bad' | undefined;
  weight: number; // what matters most to the viewer comes first
  mark?: { component: Component<never>; props: object };
  touches?: Touch[];
}

export interface Since {
  before: MatchView; // after the viewer's last decision
  after: MatchView;
  events: Event[]; // of others, and what followed by itself
  entries: LogEntry[];
  me: number | null;
  name: (seat: number) => string;
}

// A seat in a list of people: the reader is not called by name.
export const called = (seat: number, me: number | null, name: (seat: number) => string): string =>
  seat === me ? t('web.you') : name(seat);

// What a game adds. All of it is optional: without it moves are told one by one.
export interface GameStory {
  tell(entry: LogEntry, view: MatchView, name: (seat: number) => string, me: number | null): Told;
  touches?(event: Event, entry: LogEntry, view: MatchView): Touch[];
  // A move that may be made in a position, in words, and where it is on the page (a selector). Without them it is told as one
  // that was made, and its own members say where it is.
  describe?(action: Action, view: MatchView, name: (seat: number) => string, me: number | null): string;
  placeOf?(action: Action, view: MatchView): string | null;
  // A result expected at the end of the match, with its unit.
  worth?(result: number): string;
  recap?(since: Since): RecapLine[];
  // What the words of a move depend on besides the move: as long as it is the same text, so are they. Without it they are made anew
  // for each position.
  wording?(view: MatchView): string;
  // The event that begins a round; what comes after it in the viewer's own move followed by itself.
  roundEvent?: string;
}

// A game that registers no story tells what was chosen, by whom.
export const plainStory: GameStory = {
  tell: ({ n, seat, action }, _view, name) => ({ n, seat, lines: [`${name(seat)}: ${action.type}`], round: null }),
};

export interface Shown {
  entry: LogEntry;
  touches: Touch[];
}

export const mostLines = 6;
const perMove = 600; // milliseconds
const longest = 12_000; // of a replay since one's last decision
const perReplayed = 250; // in a replay of the whole match
const mostPlaces = 9;

// So many moves, so long each: all of them within the longest replay.
export const pace = (moves: number): number => Math.min(perMove, longest / Math.max(1, moves));

const seenKey = (model: TableModel) => `remise.seen.${model.data.info?.id ?? ''}.${model.me ?? 'w'}`;
const hereKey = (model: TableModel) => `remise.here.${model.data.info?.id ?? ''}`;
const longAway = 60_000;

export class Story {
  shown = $state.raw<Shown | null>(null); // the move being pointed at
  before = $state.raw<MatchView | null>(null); // the position after the viewer's last decision
  trail = $state(false); // the places touched since then are numbered
  open = $state(false); // the recap wants to be read
  replaying = $state(false);
  pointed = $state.raw<Touch[]>([]); // of the line of the recap under the pointer
  private last: TableData;
  private queue: Shown[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private run = 0; // of replays: a newer one ends the one before
  private asked = -1; // the position `before` was asked for
  private seenAt = $state(-1);
  private unsubscribe: () => void;
  private onVisible = () => {
    if (document.visibilityState === 'hidden') this.leave();
    else this.comeBack();
  };
  private leave = () => keep(hereKey(this.model), Date.now());

  constructor(
    readonly model: TableModel,
    readonly game: GameStory,
  ) {
    this.last = model.data;
    this.seenAt = kept(seenKey(model));
    this.unsubscribe = model.table.subscribe((data) => this.follow(data));
    document.addEventListener('visibilitychange', this.onVisible);
    addEventListener('pagehide', this.leave);
    this.comeBack();
  }

  // The position after the viewer's last decision; null for those who watch, and as long as that move is not known here.
  get since(): number | null {
    const { me, data } = this.model;
    if (me === null) return null;
    const own = data.log.findLast((entry) => entry.seat === me);
    if (own) return own.n + 1;
    return data.logFrom === 0 ? 0 : null;
  }
  get entries(): LogEntry[] {
    const { since } = this;
    return since === null ? [] : this.model.data.log.filter((entry) => entry.n >= since);
  }
  get count(): number {
    return this.entries.length;
  }
  // What followed by itself from the viewer's own last move belongs to what happened since: a pass may end a round.
  get events(): Event[] {
    const own = this.model.data.log.find((entry) => entry.n + 1 === this.since);
    const began = own && this.game.roundEvent ? own.events.findIndex(({ kind }) => kind === this.game.roundEvent) : -1;
    return [...(own && began >= 0 ? own.events.slice(began) : []), ...this.entries.flatMap((entry) => entry.events)];
  }
  get seen(): boolean {
    return this.seenAt >= this.model.length;
  }

  own: ((entry: LogEntry) => Told) | null = null; // by the table of a game that registers no story

  tell(entry: LogEntry): Told {
    const { model } = this;
    if (this.own && this.game === plainStory) return this.own(entry);
    return this.game.tell(entry, model.view as MatchView, (seat) => model.name(seat), model.me);
  }

  // For whoever reads it, who is none of the players: nobody is "you".
  tellOthers(entry: LogEntry): string {
    const { model } = this;
    return this.game.tell(entry, model.view as MatchView, (other) => model.name(other), null).lines.join(' ');
  }

  describe(action: Action, n: number, seat: number, me = this.model.me): string {
    const { model } = this;
    const told = this.game.describe?.(action, model.view as MatchView, (other) => model.name(other), me);
    return told ?? this.tell({ n, seat, action, events: [] }).lines[0] ?? action.type;
  }
  worth(result: number): string {
    return this.game.worth?.(Math.round(result)) ?? '';
  }
  placeOf(action: Action): string | null {
    return this.model.view ? (this.game.placeOf?.(action, this.model.view) ?? null) : null;
  }

  // What the words of all moves depend on.
  get wording(): string {
    const { model } = this;
    const seats = (model.data.info?.seats ?? []).map((_, seat) => model.name(seat));
    const view = model.view;
    const own = view && this.game.wording ? this.game.wording(view) : `n ${view?.n ?? ''}`;
    return [language(), model.me ?? '', ...seats, own].join('\n');
  }

  get lines(): RecapLine[] {
    const { model, before } = this;
    const after = model.data.view;
    if (!before || !after || this.count === 0) return [];
    const meaning =
      this.game.recap?.({
        before,
        after,
        events: this.events,
        entries: this.entries,
        me: model.me,
        name: (seat) => model.name(seat),
      }) ?? [];
    // Moves that mean nothing in particular are told as they are.
    const all = meaning.length
      ? meaning
      : this.entries.map((entry) => ({ title: this.tell(entry).lines[0] ?? '', weight: entry.n }));
    return all.sort((a, b) => b.weight - a.weight).slice(0, mostLines);
  }

  // The places touched since the viewer's last decision, in order; the newest nine.
  get places(): Touch[] {
    const view = this.model.data.view;
    if (!view || !this.game.touches) return [];
    const all = new Map<string, Touch>();
    for (const entry of this.entries)
      for (const event of entry.events)
        for (const touch of this.game.touches(event, entry, view))
          if (touch.place) {
            all.delete(touch.at);
            all.set(touch.at, touch);
          }
    return [...all.values()].slice(-mostPlaces);
  }

  private touchesOf(entry: LogEntry, view: MatchView): Touch[] {
    return entry.events.flatMap((event) => this.game.touches?.(event, entry, view) ?? []);
  }

  private follow(data: TableData): void {
    const before = this.last;
    this.last = data;
    const [was, is] = [before.view, data.view];
    if (!is || is === was) return;
    if (is.n < (was?.n ?? 0)) this.end();
    const me = is.seat;
    const others = was ? data.log.filter((entry) => entry.n >= was.n && entry.seat !== me) : [];
    const mine = was !== null && data.log.some((entry) => entry.n >= was.n && entry.seat === me);
    if (mine) {
      this.end();
      this.trail = this.open = false;
    }
    if (is.n > (was?.n ?? is.n)) this.push(others.map((entry) => ({ entry, touches: this.touchesOf(entry, is) })));
    if (this.since === is.n) {
      this.before = is;
      this.asked = is.n;
    } else void this.ask();
    const turn = me !== null && is.to_act.includes(me) && !(was?.to_act.includes(me) && was.seat === me);
    if (turn) this.offer(false);
  }

  // What is new is there to read, unless it was read before. Where it would cover the table only for who was away.
  private offer(back: boolean): void {
    if (this.count === 0 || this.seen) return;
    this.trail = true;
    this.open = back || viewport.wide;
  }
  private comeBack(): void {
    const left = kept(hereKey(this.model));
    const away = left > 0 && Date.now() - left > longAway;
    void this.ask().then(() => this.offer(away));
  }

  // The position to compare with; older moves first where the last decision lies before those that are known.
  private async ask(): Promise<void> {
    for (let from = Infinity; this.since === null && this.model.me !== null && this.model.data.logFrom < from;) {
      from = this.model.data.logFrom;
      if (from === 0) break;
      await this.model.olderMoves();
    }
    const { since } = this;
    if (since === null || since === this.asked || this.count === 0) return;
    this.asked = since;
    try {
      const view = await this.model.table.history(since);
      if (this.asked === since) this.before = view;
    } catch (error) {
      this.asked = -1;
      if (!(error instanceof Refused)) throw error;
    }
  }

  // Points at one move after the other, at a pace one can follow; faster the more there are.
  private push(moves: Shown[]): void {
    if (moves.length === 0 || document.visibilityState === 'hidden') return;
    this.queue.push(...moves);
    if (this.timer === null) this.next();
  }
  private next(): void {
    this.shown = this.queue.shift() ?? null;
    this.timer =
      this.shown === null
        ? null
        : setTimeout(() => this.next(), this.queue.length ? pace(2 * this.queue.length) : 1200);
  }

  // A key or a click: nothing is pointed at any more, and a replay is over. True when there was something to end.
  end(): boolean {
    const busy = this.shown !== null || this.replaying;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.shown = null;
    ++this.run;
    if (this.replaying) {
      this.replaying = false;
      void this.model.show(this.model.length);
    }
    return busy;
  }

  // Every move since the last decision once more, on the board.
  async replay(): Promise<void> {
    if (this.since !== null) await this.playBack(this.since, pace(this.count));
  }
  // The whole match, from the first move on.
  async replayAll(): Promise<void> {
    this.end();
    await this.model.wholeLog();
    await this.playBack(this.model.data.logFrom, perReplayed);
  }

  private async playBack(from: number, each: number): Promise<void> {
    this.end();
    const run = ++this.run;
    const entries = this.model.data.log.filter((entry) => entry.n >= from);
    this.replaying = entries.length > 0;
    for (const entry of entries) {
      const began = Date.now();
      await this.model.show(entry.n + 1);
      const view = this.model.view;
      if (run !== this.run) return;
      if (view) this.shown = { entry, touches: this.touchesOf(entry, view) };
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, each - (Date.now() - began))));
      if (run !== this.run) return;
    }
    this.end();
  }

  // Read: it does not open by itself again.
  read(): void {
    this.seenAt = this.model.length;
    this.open = this.trail = false;
    this.pointed = [];
    keep(seenKey(this.model), this.seenAt);
  }
  toggle(): void {
    if (this.count > 0) this.trail = this.open = !(this.trail || this.open);
  }

  close(): void {
    this.end();
    this.leave();
    this.unsubscribe();
    document.removeEventListener('visibilitychange', this.onVisible);
    removeEventListener('pagehide', this.leave);
  }
}
