// The state of an open table for the components: the newest position, the one being looked at, and what was asked.
import { Refused, type Action, type Event, type LogEntry, type MatchView, type RuleError } from './contract';
import { LocalTable } from './local_table';
import { RemoteTable } from './remote_table';
import { emptyData, type Table, type TableData } from './table';

export interface Question {
  subject: string; // what was asked about, in words
  answer: RuleError | null; // null while the answer is on its way
  legal: boolean; // nothing forbids it
}

export class TableModel {
  data = $state.raw<TableData>(emptyData);
  past = $state.raw<MatchView | null>(null); // the position looked at, when it is not the newest
  refusal = $state.raw<RuleError | null>(null);
  question = $state.raw<Question | null>(null);
  busy = $state(false);
  thinking = $state(false); // a hint is on its way
  hinted = $state.raw<Action | null>(null);
  private unsubscribe: () => void;
  private pastWanted = -1;

  constructor(readonly table: Table) {
    this.unsubscribe = table.subscribe((data) => {
      const before = this.data.view?.n;
      this.data = data;
      if (data.view?.n !== before) {
        this.hinted = null;
        this.question = null;
      }
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
    return this.live && this.me !== null && (this.data.view?.to_act.includes(this.me) ?? false);
  }
  get legal(): Action[] {
    return this.live ? (this.data.view?.legal ?? []) : [];
  }
  get entries(): LogEntry[] {
    return this.past ? this.data.log.slice(0, this.past.n) : this.data.log;
  }

  name(seat: number): string {
    return this.data.info?.seats[seat]?.name || `#${seat + 1}`;
  }

  async play(action: Action): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.question = null;
    try {
      this.refusal = await this.table.play(action);
      return this.refusal === null;
    } finally {
      this.busy = false;
    }
  }

  // Asks the engine why an action is not possible; the page never guesses.
  async why(subject: string, action: Action): Promise<void> {
    const question: Question = { subject, answer: null, legal: false };
    this.question = question;
    const answer = await this.table.why(action);
    if (this.question === question) this.question = { subject, answer, legal: answer === null };
  }

  get undoTarget(): number | null {
    if (!this.live || this.busy) return null;
    if (this.table instanceof LocalTable) return this.table.undoTarget();
    const mine = this.data.view?.undoable ?? 0;
    return mine > 0 ? this.length - 1 : null;
  }

  async undo(): Promise<void> {
    const to = this.undoTarget;
    if (to === null) return;
    this.busy = true;
    try {
      this.refusal = await this.table.undo(to);
    } finally {
      this.busy = false;
    }
  }

  async redo(): Promise<void> {
    if (this.table instanceof LocalTable && !this.busy) this.refusal = await this.table.redo();
  }

  // A hint for the present position only: one that comes too late is dropped.
  async hint(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    const n = this.data.view?.n;
    try {
      const move = await this.table.hint();
      if (this.data.view?.n === n) this.hinted = move;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.error;
    } finally {
      this.thinking = false;
    }
  }

  get canHint(): boolean {
    return this.myTurn && !this.thinking;
  }

  get remote(): RemoteTable | null {
    return this.table instanceof RemoteTable ? this.table : null;
  }

  // Looks at the position after n moves; the newest one ends the look back.
  async show(n: number): Promise<void> {
    const to = Math.max(0, Math.min(n, this.length));
    this.pastWanted = to;
    if (to === this.length) {
      this.past = null;
      return;
    }
    const view = await this.table.history(to);
    if (this.pastWanted === to) this.past = view;
  }

  // The moves that began a round, for marks on the slider and groups of the log.
  roundStarts(kind: string): { n: number; event: Event }[] {
    return this.data.log.flatMap((entry) => entry.events.filter((event) => event.kind === kind).map((event) => ({ n: entry.n, event })));
  }

  close(): void {
    this.unsubscribe();
    this.table.close();
  }
}
