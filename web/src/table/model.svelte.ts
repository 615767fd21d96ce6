// The state of an open table for the components: the newest position, the one being looked at, and what was asked.
import { Refused, type Action, type Event, type LogEntry, type MatchView, type RuleError } from './contract';
import { LocalTable } from './local_table';
import { RemoteTable } from './remote_table';
import { emptyData, type Hint, type Table, type TableData } from './table';
import { seatNames } from './names';
import { levelText } from '../app/bots';
import { t } from '../i18n/i18n.svelte';
import type { Plan } from '../wire/wire.gen';
import type { Story } from '../frame/story.svelte';
import type { ReviewSession } from '../frame/review.svelte';

export interface Question {
  subject: string; // what was asked about, in words
  answer: RuleError | null; // null while the answer is on its way
  legal: boolean; // nothing forbids it
}

// What is shared: the position after n moves, with a word about it.
export interface Sharing {
  n: number;
  comment?: string;
}

const passing = ['too_many_hints', 'too_fast', 'server_busy']; // refusals of a hint that time alone lifts
const usualWait = 3; // seconds, where the server does not say
const mostAsked = 5; // times for one hint, while others move
const pauseOfOthers = 300; // milliseconds

export class TableModel {
  data = $state.raw<TableData>(emptyData);
  past = $state.raw<MatchView | null>(null); // the position looked at, when it is not the newest
  refusal = $state.raw<RuleError | null>(null);
  question = $state.raw<Question | null>(null);
  busy = $state(false); // an answer takes so long that the page says it waits
  thinking = $state(false); // a hint is on its way
  hinted = $state.raw<Hint | null>(null);
  hintWait = $state.raw<{ told: RuleError; now: RuleError } | null>(null); // no hint for so many seconds
  hintGone = $state(false); // what was advised, or asked for, is about a position that is no more
  proposed = $state.raw<Action | null>(null); // something the table is to choose, as if it had been pressed
  story = $state.raw<Story | null>(null); // what happened, once the game's page is loaded
  review = $state.raw<ReviewSession | null>(null); // the review of a finished match, once it was asked for
  sharing = $state.raw<Sharing | null>(null); // the position that is about to be sent to others
  notice = $state.raw<string | null>(null); // something the table decided: a key of the texts
  private acting = false;
  private unsubscribe: () => void;
  private aim = $state<number | null>(null); // the position asked for last, null for the newest; its view may still be on its way

  constructor(readonly table: Table) {
    this.unsubscribe = table.subscribe((data) => {
      const before = this.data;
      this.data = data;
      this.hear(before);
      if (data.view?.n !== before.view?.n) {
        this.question = null;
        this.hintGone = false;
        if (this.hinted && this.stands(before)) this.renewHint();
        else this.hinted = null;
      }
      // Who looks back stays there while others move. Only when that very moment was taken back does it have to be left or read again.
      if (
        this.aim !== null &&
        (this.aim >= this.length || data.log[this.aim - 1 - data.logFrom] !== before.log[this.aim - 1 - before.logFrom])
      )
        void this.show(this.aim);
    });
  }

  get view(): MatchView | null {
    return this.past ?? this.data.view;
  }
  get live(): boolean {
    return this.past === null;
  }
  get length(): number {
    return this.data.view?.n ?? 0;
  }
  get me(): number | null {
    return this.data.view?.seat ?? null;
  }
  // May the viewer act now, in the newest position?
  get myTurn(): boolean {
    return this.live && this.me !== null && !this.away && (this.data.view?.to_act.includes(this.me) ?? false);
  }
  get legal(): Action[] {
    return this.live && !this.away ? (this.data.view?.legal ?? []) : [];
  }
  get entries(): LogEntry[] {
    return this.past ? this.data.log.slice(0, Math.max(0, this.past.n - this.data.logFrom)) : this.data.log;
  }

  // The match was ended before its time, or the viewer has left the seat: nothing is to be decided.
  get away(): boolean {
    const info = this.data.info;
    return (info?.away?.ended ?? null) !== null || (this.me !== null && (info?.seats[this.me]?.left ?? false));
  }

  // A move of the log, where it is known.
  entry(n: number): LogEntry | undefined {
    return this.data.log[n - this.data.logFrom];
  }

  name(seat: number): string {
    return seatNames(this.data.info?.seats ?? [])[seat] ?? `#${seat + 1}`;
  }
  // The same with what a bot is: "Poldi (hard, builder)".
  who(seat: number): string {
    const { kind, level, minder } = this.data.info?.seats[seat] ?? {};
    const about = kind === 'bot' ? level : minder;
    return about ? t('web.bot.who', { name: this.name(seat), level: levelText(about) }) : this.name(seat);
  }
  // Several people share this device: whose turn it is has to be said by name.
  get shared(): boolean {
    return (
      this.table.kind === 'local' && (this.data.info?.seats.filter((seat) => seat.kind === 'human').length ?? 0) > 1
    );
  }
  get watching(): boolean {
    return this.me === null && this.table.kind === 'remote';
  }
  // Everybody has left a table of a server: no bot moves there, the match waits for the first who returns.
  get deserted(): boolean {
    const people = this.data.info?.seats.filter((seat) => seat.kind === 'human') ?? [];
    return people.length > 0 && people.every((seat) => seat.left);
  }
  // A table between people may do without hints.
  get hints(): boolean {
    return this.data.info?.hints ?? true;
  }

  async askPlans(): Promise<void> {
    this.refusal = (await this.remote?.plans()) ?? null;
  }
  async setPlans(list: Plan[]): Promise<RuleError | null> {
    return (await this.remote?.plans(list)) ?? null;
  }

  private withdrawn: number | null = null; // the proposal the viewer has taken back
  async answer(proposal: number, agree: boolean): Promise<void> {
    if (!agree && this.data.info?.proposal?.by === this.me) this.withdrawn = proposal;
    this.refusal = (await this.remote?.answer(proposal, agree)) ?? null;
  }

  // A proposal that went without being carried out was refused: nobody should have to guess that.
  private hear(before: TableData): void {
    const was = before.info?.proposal;
    const now = this.data.info?.proposal;
    if (!was || now?.id === was.id || this.withdrawn === was.id) return;
    if (was.kind === 'undo') {
      const [then, length] = [before.view?.n ?? 0, this.data.view?.n ?? 0];
      if (length > then) this.notice = 'web.proposal.overtaken';
      else if (length === then) this.notice = 'web.proposal.undo_refused';
    } else if (was.kind === 'end') {
      if (!this.data.info?.away?.ended) this.notice = 'web.proposal.end_refused';
    } else if (was.kind === 'pause') {
      if (!this.data.info?.away?.paused) this.notice = 'web.proposal.pause_refused';
    } else {
      const seat = this.data.info?.seats[was.seat ?? -1];
      const old = before.info?.seats[was.seat ?? -1];
      if (
        seat?.kind === old?.kind &&
        seat?.name === old?.name &&
        seat?.minder === old?.minder &&
        seat?.offered === old?.offered
      )
        this.notice = 'web.proposal.replace_refused';
    }
  }

  async play(action: Action): Promise<boolean> {
    if (this.acting) return false;
    this.question = null;
    await this.act(() => this.table.play(action));
    return this.refusal === null;
  }

  // One deed at a time. Most answers come before a frame could be drawn that says "wait": drawing it would only make them later.
  private async act(deed: () => Promise<RuleError | null>): Promise<void> {
    this.acting = true;
    const late = setTimeout(() => (this.busy = true), 100);
    try {
      this.refusal = await deed();
    } finally {
      clearTimeout(late);
      this.busy = this.acting = false;
    }
  }

  // Asks the engine why an action is not possible; the page never guesses.
  async why(subject: string, action: Action): Promise<void> {
    await this.whyOf(subject, (why) => why(action));
  }
  // The same where several questions are behind one that a person asked: `find` asks them and gives the answer that counts.
  async whyOf(
    subject: string,
    find: (why: (action: Action) => Promise<RuleError | null>) => Promise<RuleError | null>,
  ): Promise<RuleError | null> {
    const question: Question = { subject, answer: null, legal: false };
    this.question = question;
    const answer = await find((action) => this.table.why(action));
    if (this.question === question) this.question = { subject, answer, legal: answer === null };
    return answer;
  }

  // The position before the viewer's last move; null when nothing can be taken back now.
  get undoTarget(): number | null {
    if (!this.live || this.busy || this.data.info?.proposal) return null;
    if (this.table instanceof LocalTable) return this.table.undoTarget();
    const last = this.me === null ? -1 : this.data.log.findLastIndex((entry) => entry.seat === this.me);
    return last < 0 ? null : last + this.data.logFrom;
  }
  // Other people have a say as soon as more than the viewer's own, freely undoable moves would go. Bots do not mind.
  get undoAsks(): boolean {
    const to = this.undoTarget;
    return (
      to !== null && this.remote !== null && !this.remote.alone && this.length - to > (this.data.view?.undoable ?? 0)
    );
  }

  async undo(): Promise<void> {
    const to = this.undoTarget;
    if (to !== null && !this.acting) await this.act(() => this.table.undo(to));
  }

  get canRedo(): boolean {
    return this.live && !this.busy && this.data.undone > 0;
  }
  async redo(): Promise<void> {
    if (this.canRedo && !this.acting) await this.act(() => this.table.redo());
  }

  // The viewer has to decide now as then: only others have moved since, where several decide at once.
  private stands({ view, logFrom, log }: TableData): boolean {
    const { me, data } = this;
    const [then, now] = [view?.n ?? 0, this.length];
    if (me === null || this.away || view?.seat !== me || now < then) return false;
    if (!view.to_act.includes(me) || !data.view?.to_act.includes(me)) return false;
    const known = (entries: LogEntry[], from: number) => entries[then - 1 - from]?.seat;
    return (
      known(log, logFrom) === known(data.log, data.logFrom) &&
      data.log.slice(Math.max(0, then - data.logFrom)).every((entry) => entry.seat !== me)
    );
  }

  // Where others moved while a hint was thought out and the viewer still has to decide, it is asked for again. When they move too
  // fast for that, it is good as long as it can be played.
  async hint(): Promise<void> {
    if (this.thinking || this.hintWait) return;
    this.thinking = true;
    this.hintGone = false;
    const asked = this.data;
    try {
      for (let tries = 1; ; ++tries) {
        const n = this.length;
        const hint = await this.table.hint();
        if (!this.stands(asked)) {
          this.hintGone = this.myTurn;
          return;
        }
        if (this.length !== n && tries < mostAsked) continue;
        if (this.length === n || (hint && (await this.table.why(hint.action)) === null)) this.hinted = hint;
        this.hintGone = this.hinted === null;
        return;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (passing.includes(error.error.code)) {
        const seconds = Math.max(1, Number(error.error.values.seconds ?? usualWait));
        this.waitForHint({ ...error.error, values: { ...error.error.values, seconds } }, seconds);
      } else this.refusal = error.error;
    } finally {
      this.thinking = false;
    }
  }
  // The server gives the next one a little later: said beside the button, and gone by itself.
  private waits: ReturnType<typeof setTimeout> | undefined;
  private waitForHint(told: RuleError, seconds: number): void {
    this.hintWait = seconds > 0 ? { told, now: { ...told, values: { ...told.values, seconds } } } : null;
    if (seconds > 0) this.waits = setTimeout(() => this.waitForHint(told, seconds - 1), 1000);
  }

  // Others have moved: the hint stays in sight, and is thought out again once they pause.
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private renewHint(): void {
    clearTimeout(this.renewal);
    this.renewal = setTimeout(() => void this.thinkAgain(), pauseOfOthers);
  }
  private async thinkAgain(): Promise<void> {
    const [old, n] = [this.hinted, this.length];
    if (!old || this.thinking) return;
    const hint = this.hintWait ? null : await this.table.hint().catch(() => null);
    const kept = hint ?? ((await this.table.why(old.action).catch(() => null)) === null ? old : null);
    if (this.hinted !== old || this.length !== n) return; // another move has come: it is asked for again after that
    this.hinted = kept;
    this.hintGone = kept === null;
  }

  // The position looked at, as a file to try things out with; null when it is refused.
  async whatIf(): Promise<object | null> {
    try {
      return await this.table.whatIf(this.at);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.error;
      return null;
    }
  }

  get canHint(): boolean {
    return this.myTurn && !this.thinking && this.hints;
  }

  get remote(): RemoteTable | null {
    return this.table instanceof RemoteTable ? this.table : null;
  }

  // The position meant: the one shown, or the one that is about to be.
  get at(): number {
    return this.aim ?? this.length;
  }

  // Looks at the position after n moves; the newest one ends the look back.
  async show(n: number): Promise<void> {
    const to = Math.max(0, Math.min(n, this.length));
    this.aim = to === this.length ? null : to;
    if (this.aim === null) {
      this.past = null;
      return;
    }
    try {
      const view = await this.table.history(to);
      if (this.aim === to) this.past = view;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.error;
      if (this.aim === to) this.aim = this.past?.n ?? null;
    }
  }
  // So many moves on or back, counted from the position meant: keys may come faster than views.
  step(by: number): Promise<void> {
    return this.show(this.at + by);
  }

  // Older moves and messages, a page at a time; a table of this device has them all.
  async olderMoves(): Promise<void> {
    this.refusal = (await this.remote?.olderLog()) ?? null;
  }
  async olderChat(): Promise<void> {
    this.refusal = (await this.remote?.olderChat()) ?? null;
  }
  // Waits until all moves are known, as far as the server gives them.
  async wholeLog(): Promise<void> {
    for (let known = Infinity; this.data.logFrom > 0 && this.data.logFrom < known;) {
      known = this.data.logFrom;
      await this.olderMoves();
    }
  }

  // The moves that began a round, as far as they are known, for marks on the slider and groups of the log.
  roundStarts(kind: string): { n: number; event: Event }[] {
    return this.data.log.flatMap((entry) =>
      entry.events.filter((event) => event.kind === kind).map((event) => ({ n: entry.n, event })),
    );
  }

  close(): void {
    clearTimeout(this.waits);
    clearTimeout(this.renewal);
    this.story?.close();
    this.review?.stop();
    this.unsubscribe();
    this.table.close();
  }
}
