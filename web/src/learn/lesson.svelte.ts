// A chapter being played: follows the table, knows which step it is at, lets the others reply, and says what to say. It plays no
// move for the learner and forbids none: another move than the one it waits for is played, explained, and can be taken back.
import { t } from '../i18n/i18n.svelte';
import type { Event, LogEntry, Values } from '../table/contract';
import type { LocalTable } from '../table/local_table';
import type { TableModel } from '../table/model.svelte';
import { agrees, answerTo, litBy, planOf, sameMove, sceneOf, valuesOf } from './chapter';
import type { Chapter, MatchFile, PlannedStep } from './chapter';

// `read`: something to read; `move`: waits for the learner; `reply`: the others move; `other`: the learner played something else;
// `done`: behind the last step.
export type Stage = 'read' | 'move' | 'reply' | 'other' | 'done';

export interface LessonTexts {
  title: string;
  text: string;
  why: string | null;
  next: string | null;
}

export class Lesson {
  readonly plan: PlannedStep[];
  at = $state(0); // the step; behind the last one when the chapter is finished
  stage = $state<Stage>('reply');
  private shown = $state(-1); // the step whose move was shown
  tries = $state(0); // other moves at this step
  private values = $state.raw<Values>({}); // of the step's texts, from the position it began with
  private busy = 0; // the lesson itself changes the table
  private closed = false;

  constructor(
    readonly game: string,
    readonly id: string,
    readonly chapter: Chapter,
    private match: MatchFile,
    readonly model: TableModel,
    private table: LocalTable,
    private options: { pause: () => number; has: (key: string) => boolean; onstep: (at: number) => void },
  ) {
    this.plan = planOf(chapter, match);
  }

  get planned(): PlannedStep | undefined {
    return this.plan[this.at];
  }

  // Follows the table; called with every change of it.
  heard(): void {
    if (this.busy > 0 || this.closed) return;
    const step = this.planned;
    const view = this.model.data.view;
    if (!step || !view || this.stage === 'done' || this.stage === 'reply') return;
    const { log } = this.model.data;
    if (!this.isOnTheWay(log, step.n)) this.stage = 'other';
    else if (log.length === step.n) this.stage = step.expected ? 'move' : 'read';
    else if (log.length === step.n + 1 && step.expected && sameMove(log[step.n]?.action, step.expected))
      void this.reply();
    else {
      if (this.stage !== 'other') ++this.tries;
      this.stage = 'other';
    }
  }

  // Are the first n moves those of the match?
  private isOnTheWay(log: LogEntry[], n: number): boolean {
    return log.length >= n && this.common(log) >= n;
  }
  private common(log: LogEntry[]): number {
    let n = 0;
    while (n < log.length && agrees(log[n]?.action, this.match.actions[n]?.action)) ++n;
    return n;
  }

  // Begins a step, from wherever the table stands.
  async begin(at: number): Promise<void> {
    await this.alone(async () => {
      this.stage = 'reply';
      const step = this.plan[at];
      if (step) {
        const common = Math.min(this.common(this.model.data.log), step.n);
        const { log } = this.model.data;
        if (log.length !== step.n || common < step.n)
          await this.table.replay(common, this.match.actions.slice(common, step.n));
      }
      this.enter(at);
    });
  }

  private enter(at: number): void {
    this.at = at;
    this.tries = 0;
    this.model.proposed = null;
    const step = this.plan[at];
    this.stage = !step ? 'done' : step.expected ? 'move' : 'read';
    if (step) this.values = this.look(step);
    this.options.onstep(at);
  }

  private look({ step, expected, n }: PlannedStep): Values {
    const { view, log } = this.model.data;
    return view ? valuesOf(step, sceneOf(view, expected, this.newest(log, n)), t) : {};
  }

  // What happened with the learner's last move and since.
  private newest(log: LogEntry[], n: number): Event[] {
    const last = log.slice(0, n).findLastIndex(({ seat }) => seat === this.chapter.seat);
    return log.slice(Math.max(0, last), n).flatMap(({ events }) => events);
  }

  // The others move as the match has it, at a pace one can follow.
  private async reply(): Promise<void> {
    const step = this.planned;
    if (!step) return;
    await this.alone(async () => {
      this.stage = 'reply';
      for (const { seat, action } of this.match.actions.slice(step.n + 1, step.end)) {
        await new Promise((resolve) => setTimeout(resolve, this.options.pause()));
        if (this.closed) return;
        await this.table.playFor(seat, action);
      }
      await this.begin(this.at + 1);
    });
  }

  private async alone(work: () => Promise<void>): Promise<void> {
    ++this.busy;
    try {
      await work();
    } finally {
      --this.busy;
    }
  }

  next = () => this.begin(this.at + 1);
  back = () => this.begin(Math.max(0, this.at - 1));
  again = () => this.begin(0);
  takeBack = () => this.begin(this.at);
  // Chooses the move on the table; whoever learns confirms it.
  show(): void {
    if (!this.planned?.expected || this.stage !== 'move') return;
    this.model.proposed = this.planned.expected;
    this.shown = this.at;
  }

  // What is to be looked at or pressed: after "Show me" the button that confirms.
  get lit(): string[][] {
    if (!this.planned || (this.stage !== 'move' && this.stage !== 'read')) return [];
    const lit = litBy(this.planned);
    return this.stage === 'move' && this.shown === this.at ? [['[data-confirm]:enabled', ...lit.flat()]] : lit;
  }

  private key(part: string): string {
    return `${this.game}.learn.${this.id}.${part}`;
  }
  private say(part: string): string | null {
    const key = this.key(part);
    return this.options.has(key) ? t(key, this.values) : null;
  }
  get texts(): LessonTexts | null {
    const step = this.planned?.step;
    if (!step) return null;
    return {
      title: this.say(`${step.id}.title`) ?? '',
      text: this.say(`${step.id}.text`) ?? '',
      why: this.say(`${step.id}.why`),
      next: this.say(`${step.id}.next`),
    };
  }
  title(at: number): string {
    return t(this.key(`${this.plan[at]?.step.id ?? ''}.title`));
  }
  // What is said to the move that was played instead.
  get answer(): string | null {
    const step = this.planned;
    const action = step && this.model.data.log[step.n]?.action;
    const said = step && action ? answerTo(step.step, action) : null;
    return said ? this.say(`${step?.step.id ?? ''}.${said}`) : null;
  }

  close(): void {
    this.closed = true;
  }
}
