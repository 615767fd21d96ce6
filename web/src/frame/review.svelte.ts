// The review of a match on the page: made on engines of its own, shown beside the table, one moment after another on the board.
import { Stopped, reviewMatch } from '../engine/reviewer';
import { errorText, hasText, t, useCatalogue } from '../i18n/i18n.svelte';
import { Refused, type Action, type Json, type Values } from '../table/contract';
import { isStronger } from '../table/levels';
import type { TableModel } from '../table/model.svelte';
import type { Account, Decision, ReviewFile } from '../table/review';
import { sourceName, worded } from './sources';

// Where an action is on the page: a selector, as the marks of a story use it.
export function placeOf(action: Action | undefined): string | null {
  if (!action) return null;
  const { hex, field, company, line } = action as Values;
  if (typeof hex === 'string') return `[data-hex="${CSS.escape(hex)}"]`;
  if (Array.isArray(field)) return `[data-field="${field.join(',')}"]`;
  if (typeof company === 'string') return `[data-at="company:${CSS.escape(company)}"]`;
  if (typeof line === 'number') return `[data-at="line:${line}"]`;
  return null;
}

export class ReviewSession {
  file = $state.raw<ReviewFile | null>(null);
  done = $state(0);
  of = $state(0);
  trouble = $state('');
  open = $state(true);
  chosen = $state<number | null>(null); // the moment shown, by number of its move
  all = $state(false); // moments of everybody, not of the reader alone
  private abort: AbortController | null = null;

  constructor(readonly model: TableModel) {}

  get running(): boolean {
    return this.abort !== null;
  }

  async start(): Promise<void> {
    if (this.abort) return;
    const abort = new AbortController();
    this.abort = abort;
    this.trouble = '';
    this.done = this.of = 0;
    try {
      const file = await this.model.table.file();
      if (!file) throw new Error('no file');
      const names = Array.from({ length: this.model.data.info?.seats.length ?? 0 }, (_, i) => this.model.name(i));
      const told = (done: number, of: number) => ([this.done, this.of] = [done, of]);
      const made = await this.model.table.review(told, abort.signal);
      if (abort.signal.aborted) throw new Stopped();
      this.file = made ?? (await reviewMatch(file, names, told, abort.signal));
    } catch (error) {
      if (error instanceof Stopped) this.trouble = t('review.stopped');
      else
        this.trouble = t('review.failed', {
          why: error instanceof Refused ? errorText(error.error) : String((error as Error).message),
        });
    } finally {
      this.abort = null;
    }
  }

  stop(): void {
    this.abort?.abort();
  }

  get mine(): number | null {
    return this.model.me;
  }

  // Those of the reader, with those of everybody where nobody reads or all are wanted.
  get moments(): Decision[] {
    if (!this.file) return [];
    const { moments, moments_by_seat } = this.file;
    const own = this.mine === null ? undefined : moments_by_seat[this.mine];
    const numbers = [...(own ?? []), ...(this.all || !own ? moments : [])];
    return this.file.decisions.filter(({ n }) => numbers.includes(n));
  }
  get moment(): Decision | null {
    return this.moments.find(({ n }) => n === this.chosen) ?? null;
  }

  choose(n: number): void {
    this.chosen = n;
    void this.model.show(n);
  }
  // The next or the previous moment; the first where none is shown.
  step(by: number): void {
    const list = this.moments;
    const at = list.findIndex(({ n }) => n === this.chosen);
    const to = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.max(0, Math.min(list.length - 1, at + by))];
    if (to) this.choose(to.n);
  }

  close(): void {
    this.open = false;
    this.chosen = null;
    void this.model.show(this.model.length);
  }

  // A move in words: the one of the log, or another in its place.
  words(decision: Decision, action: Action): string {
    return this.model.story?.describe(action, decision.n, decision.seat) ?? action.type;
  }

  amount(n: number): string {
    return t(`${this.file?.game}.review.amount`, { n: Math.round(n) });
  }
  difference(d: Decision): string {
    const good = d.gain !== undefined;
    return t(good ? 'review.more' : 'review.less', {
      amount: this.amount(d.gain ?? d.loss),
      error: Math.max(1, Math.round(d.error)),
    });
  }
  // Who plays better than the one who judges.
  get stronger(): string[] {
    const judge = this.file?.level ?? '';
    return (this.model.data.info?.seats ?? []).flatMap(({ kind, level, minder }, seat) =>
      isStronger((kind === 'bot' ? level : minder) ?? '', judge) ? [this.model.name(seat)] : [],
    );
  }
  round(name: string): string {
    const game = this.file?.game ?? '';
    return hasText(`${game}.round.${name}`) ? t(`${game}.round.${name}`) : t(`${game}.round`, { n: name });
  }
  reasons(d: Decision): string[] {
    const game = this.file?.game ?? '';
    return (d.why ?? []).map((reason) => {
      const values = readable(game, reason);
      if (typeof reason.source === 'string') values.source = this.source(reason as unknown as Account);
      return t(`${game}.review.why.${reason.code}`, values);
    });
  }
  source(account: Account): string {
    return sourceName(this.file?.game ?? '', account);
  }
}

// Words among the values: the name of a private, the colour of a tram.
function readable(game: string, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, Json] => [
      key,
      typeof value === 'string' ? (worded(game, key, value) ?? value) : value,
    ]),
  );
}

// Opens the review of a finished match; makes it where there is none yet.
export async function openReview(model: TableModel): Promise<void> {
  await useCatalogue('review');
  model.review ??= new ReviewSession(model);
  model.review.open = true;
  if (!model.review.file) await model.review.start();
}
