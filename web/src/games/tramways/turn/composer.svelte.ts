// What a person is making at a Tramways table: a kind of action, fields, links, symbols. The engine is asked after every step what
// may follow; nothing is worked out here.
import { untrack } from 'svelte';
import {
  Refused,
  type Action,
  type Begun,
  type InTheMaking,
  type Json,
  type Step,
  type Values,
} from '@/table/contract';
import { key, type Spot } from '../board/board';
import { isKind, kinds, payOf, symbolsOf, touches, wayTo, type Kind, type Line, type Touch } from './making';

// Everything after one touch. The fields are those touched, for track.
interface Stage {
  lines: Line[]; // more than one where the same fields can be meant in several ways
  drawn: string[];
}

export type Ask = (begun: Begun) => Promise<InTheMaking>;

export class Composer {
  legal = $state.raw<Action[]>([]);
  kind = $state<string | null>(null);
  stages = $state.raw<Stage[]>([]);
  variant = $state(0);
  use = $state.raw<string[]>([]);
  avoid = $state.raw<string[]>([]);
  root = $state.raw<InTheMaking | null>(null); // what can be begun, and why the rest cannot
  begins = $state.raw<Map<string, InTheMaking>>(new Map()); // the first steps of each kind of action that says something by them
  asking = $state<string | null>(null); // a field where several kinds of action could begin
  slot = $state<number | null>(null); // administration: the symbol that waits for its field
  hand = $state.raw<Set<number>>(new Set()); // cards for the last round
  gone = $state(false); // what was being made is no longer possible
  waiting = $state(0); // touches that were not answered yet
  private asked = 0; // counts beginnings; answers to what was begun before are dropped
  private looks = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private ask: Ask) {}

  of(type: string): Action[] {
    return this.legal.filter((action) => action.type === type);
  }
  private stage = $derived(this.stages.at(-1) ?? null);
  lines = $derived<Line[]>(this.stage?.lines ?? []);
  drawn = $derived<string[]>(this.stage?.drawn ?? []);
  line = $derived<Line | null>(this.lines[this.variant] ?? this.lines[0] ?? null);
  answer = $derived<InTheMaking | null>(this.line?.answer ?? null);
  pay = $derived(payOf(this.answer));
  send = $derived<Action | null>(this.answer?.send ?? null);
  effects = $derived(this.answer?.effects ?? null);
  acting = $derived(this.of('end_turn').length > 0);

  // One step after another: a quick hand is never ahead of the answers.
  private serial<T>(work: () => Promise<T>): Promise<T> {
    ++this.waiting;
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined).then(() => --this.waiting);
    return next;
  }
  // Everything touched so far was answered.
  settled(): Promise<unknown> {
    return this.queue;
  }

  private async lineOf(action: Values): Promise<Line | null> {
    const { use, avoid } = untrack(() => ({ use: this.use, avoid: this.avoid }));
    try {
      const answer = await this.ask({
        action,
        ...(use.length ? { use } : {}),
        ...(avoid.length ? { avoid } : {}),
      });
      return { action: answer.action, answer };
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }
  private async linesOf(actions: Values[]): Promise<Line[]> {
    const found = await Promise.all(actions.map((action) => this.lineOf(action)));
    return found.filter((line) => line !== null);
  }
  // Answers to what is no longer asked change nothing.
  private async put(work: () => Promise<Stage | null>, push = true): Promise<boolean> {
    const mine = this.asked;
    const stage = await work();
    if (mine !== this.asked || !stage || stage.lines.length === 0) return false;
    this.stages = push ? [...this.stages, stage] : [...this.stages.slice(0, -1), stage];
    if (this.variant >= stage.lines.length) this.variant = 0;
    return true;
  }

  reset(): void {
    ++this.asked;
    this.kind = null;
    this.stages = [];
    this.variant = 0;
    this.use = [];
    this.avoid = [];
    this.asking = null;
    this.slot = null;
  }

  // A new position. What is being made stays where it is still possible: others may move meanwhile.
  async arrive(legal: Action[], kept: boolean): Promise<void> {
    const look = ++this.looks;
    this.legal = legal;
    if (!kept) {
      this.reset();
      this.hand = new Set();
      this.gone = false;
      this.root = null;
      this.begins = new Map();
    }
    if (legal.length === 0) return;
    await this.serial(async () => {
      const root = (await this.lineOf({}))?.answer ?? null;
      if (look === this.looks) this.root = root;
      if (kept) await this.again();
    });
    await this.lookAhead(look);
  }
  // Where each kind of action can begin, to light it before one is chosen; and what cards cost.
  private async lookAhead(look: number): Promise<void> {
    for (const kind of [...kinds, 'admin_discard', 'solo_take']) {
      if (!this.root?.next.some((step) => step.set.type === kind)) continue;
      const answer = await this.ask({ action: { type: kind } }).catch(() => null);
      if (look !== this.looks) return;
      if (answer) this.begins = new Map([...this.begins, [kind, answer]]);
    }
  }
  // Asks the last question again: symbols were switched, or others moved.
  private async again(): Promise<void> {
    const stage = this.stages.at(-1);
    if (!stage) return;
    const lines = await this.linesOf(stage.lines.map((line) => line.action));
    if (this.stages.at(-1) !== stage) return;
    if (lines.length) this.stages = [...this.stages.slice(0, -1), { ...stage, lines }];
    else {
      this.reset();
      this.gone = true;
    }
  }

  // Begins a kind of action, or anything that is chosen in parts.
  begin(kind: string, first: Values = {}): Promise<void> {
    // A field that loses its focus with its panel may still ask for what was possible a moment ago.
    if (!this.acting && !this.legal.some((action) => action.type === kind)) return Promise.resolve();
    this.reset();
    this.kind = kind;
    return this.serial(async () => {
      const known = Object.keys(first).length === 0 ? this.begins.get(kind) : undefined;
      await this.put(async () => ({
        lines: known ? [{ action: known.action, answer: known }] : await this.linesOf([{ type: kind, ...first }]),
        drawn: [],
      }));
    });
  }
  // A whole action, chosen at once: what it costs and brings.
  propose(action: Action): Promise<void> {
    return this.begin(action.type, Object.fromEntries(Object.entries(action).filter(([member]) => member !== 'type')));
  }
  // A whole action, made step by step so that each can be taken back; for hints.
  load(action: Action, drawn: (way: Values) => string[]): Promise<void> {
    if (!isKind(action.type)) return this.propose(action);
    this.reset();
    this.kind = action.type;
    return this.serial(async () => {
      for (const way of wayTo(action)) {
        await this.put(async () => ({ lines: await this.linesOf([way]), drawn: drawn(way) }));
      }
      this.use = symbolsOf(action);
      await this.again();
    });
  }

  // What can be touched on the board now, for each way it can be meant.
  private options = $derived(
    this.lines.flatMap((line) => touches(line.answer.next, this.drawn).map((touch) => ({ line, touch }))),
  );
  private starts = $derived(
    [...this.begins].flatMap(([kind, answer]) =>
      isKind(kind) ? touches(answer.next, []).map((touch) => ({ kind, touch })) : [],
    ),
  );
  lit = $derived.by((): Set<string> => {
    if (this.kind === null) return new Set(this.starts.flatMap(({ touch }) => touch.field ?? []));
    if (this.kind === 'admin_play') return new Set(this.slotSteps.map((step) => key(step.field as Spot)));
    return new Set(this.options.flatMap(({ touch }) => touch.field ?? []));
  });
  litLinks = $derived.by((): Set<number> => {
    const list: { touch: Touch }[] = this.kind === null ? this.starts : this.options;
    return new Set(list.flatMap(({ touch }) => touch.link ?? []));
  });
  kindsAt(field: string): Kind[] {
    return [...new Set(this.starts.flatMap(({ kind, touch }) => (touch.field === field ? [kind] : [])))];
  }

  pick(field: string): Promise<void> {
    return this.serial(() => this.pickNow(field));
  }
  private async pickNow(field: string): Promise<void> {
    if (this.kind === null) {
      const here = this.kindsAt(field);
      this.asking = here.length > 1 ? field : null;
      if (here.length === 1) await this.enter(here[0] as Kind, field);
      return;
    }
    if (this.kind === 'admin_play') return this.placeAt(field);
    if (this.drawn.at(-1) === field && this.stages.length > 1) return this.backNow();
    const hits = this.options.filter(({ touch }) => touch.field === field);
    if (hits.length) return this.follow(hits, field);
    // Somewhere else: begin anew there, if the same kind of action can.
    const first = this.stages[0];
    if (
      first &&
      this.stages.length > 1 &&
      touches(first.lines[0]?.answer.next ?? [], []).some((t) => t.field === field)
    ) {
      this.stages = [first];
      this.variant = 0;
      await this.pickNow(field);
    }
  }
  // From the question what to do here: this.
  async enter(kind: Kind, field: string): Promise<void> {
    const first = this.begins.get(kind);
    if (!first) return;
    this.reset();
    this.kind = kind;
    this.stages = [{ lines: [{ action: first.action, answer: first }], drawn: [] }];
    await this.pickNow(field);
  }
  choose(kind: Kind, field: string): Promise<void> {
    return this.serial(() => this.enter(kind, field));
  }
  private async follow(hits: { line: Line; touch: Touch }[], field: string): Promise<void> {
    const drawn = this.kind === 'lay_track' ? [...this.drawn, field] : this.drawn;
    await this.put(async () => {
      const waiting = hits.filter(({ touch }) => touch.step === null).map(({ line }) => line);
      const asked = await this.linesOf(
        hits.flatMap(({ line, touch }) => (touch.step ? [{ ...line.action, ...touch.step.set }] : [])),
      );
      return { lines: [...asked, ...waiting], drawn };
    });
  }
  // Drawing with the pointer down: the next field, or back to the one before.
  drag(field: string): Promise<void> {
    return this.serial(async () => {
      if (this.kind !== 'lay_track') return;
      if (this.drawn.length > 1 && this.drawn.at(-2) === field) return this.backNow();
      if (this.drawn.at(-1) === field) return;
      const hits = this.options.filter(({ touch }) => touch.field === field);
      if (hits.length) await this.follow(hits, field);
    });
  }
  pickLink(link: number): Promise<void> {
    return this.serial(async () => {
      if (this.kind === null) {
        const begin = this.starts.find(({ touch }) => touch.link === link);
        const first = begin && this.begins.get(begin.kind);
        if (!first) return;
        this.reset();
        this.kind = begin.kind;
        this.stages = [{ lines: [{ action: first.action, answer: first }], drawn: [] }];
      }
      const hits = this.options.filter(({ touch }) => touch.link === link);
      if (hits.length) return this.follow(hits, '');
      const first = this.stages[0];
      if (this.kind === 'upgrade_link' && first && this.stages.length > 1) {
        this.stages = [first];
        const other = this.options.filter(({ touch }) => touch.link === link);
        if (other.length) await this.follow(other, '');
      } else if (this.route.at(-1) === link) await this.backNow();
    });
  }
  // A step named in a list beside the board (a building card, a ride).
  take(step: Step): Promise<void> {
    return this.serial(async () => {
      const line = this.line;
      if (!line) return;
      const deed = { ...line.action, ...step.set };
      await this.put(async () => ({ lines: await this.linesOf([deed]), drawn: this.drawn }));
    });
  }
  // Changes one member of what is made, without a step to go back to: an amount, a card.
  set(values: Values): Promise<void> {
    return this.serial(async () => {
      const line = this.line;
      if (!line) return;
      await this.put(
        async () => ({ lines: await this.linesOf([{ ...line.action, ...values }]), drawn: this.drawn }),
        this.stages.length === 1,
      );
    });
  }
  back(): Promise<void> {
    return this.serial(() => this.backNow());
  }
  private async backNow(): Promise<void> {
    if (this.stages.length <= 1) {
      this.reset();
      return;
    }
    this.stages = this.stages.slice(0, -1);
    this.variant = 0;
    if (this.use.length || this.avoid.length) await this.again();
  }

  steps = (kind: string): Step[] => this.answer?.next.filter((step) => step.kind === kind) ?? [];
  route = $derived<number[]>(((this.line?.action.route ?? []) as number[]) || []);

  // Symbols are switches: what pays is freed, what could pay is used. The order of payment is that of choosing.
  toggle(symbol: string): Promise<void> {
    const [card, slot] = symbol.split(':');
    if (this.kind === 'admin_play' || (this.kind === null && this.of('admin_play').length > 0))
      return this.serial(() => this.toggleUse(Number(card), Number(slot)));
    return this.serial(async () => {
      const paying = this.pay?.ways[0]?.symbols.includes(symbol) || this.use.includes(symbol);
      if (paying) {
        this.use = this.use.filter((entry) => entry !== symbol);
        this.avoid = [...this.avoid, symbol];
      } else if (this.avoid.includes(symbol)) {
        this.avoid = this.avoid.filter((entry) => entry !== symbol);
        this.use = [...this.use, symbol];
      } else this.use = [...this.use, symbol];
      await this.again();
    });
  }
  // One of the payments proposed.
  payWith(symbols: string[]): Promise<void> {
    return this.serial(async () => {
      this.use = symbols;
      this.avoid = [];
      await this.again();
    });
  }

  // Administration: the symbols of one card, in the order of use; passengers need a field.
  uses = $derived<{ slot: number; field: Spot | null }[]>(
    (this.line?.action.uses ?? []) as unknown as { slot: number; field: Spot | null }[],
  );
  card = $derived(this.kind === 'admin_play' ? Number(this.line?.action.card ?? 0) : 0);
  private slotSteps = $derived(
    this.slot === null
      ? []
      : (this.answer?.next.filter((step) => step.slot === this.slot && Array.isArray(step.field)) ?? []),
  );
  usable = $derived(
    new Set(
      this.of('admin_play').flatMap((action) =>
        (action.uses as { slot: number }[]).map((use) => `${String(action.card)}:${use.slot}`),
      ),
    ),
  );
  private async toggleUse(card: number, slot: number): Promise<void> {
    this.slot = null;
    if (this.card === card && this.uses.some((use) => use.slot === slot)) {
      const left = this.uses.filter((use) => use.slot !== slot);
      if (left.length === 0) this.reset();
      else await this.admin(card, left as unknown as Json);
      return;
    }
    if (this.card !== card) {
      this.reset();
      this.kind = 'admin_play';
      if (!(await this.put(async () => ({ lines: await this.linesOf([{ type: 'admin_play', card }]), drawn: [] }))))
        return;
    }
    const steps = this.answer?.next.filter((step) => step.slot === slot) ?? [];
    const plain = steps.find((step) => !Array.isArray(step.field));
    if (plain) await this.admin(card, plain.set.uses as Json);
    else if (steps.length) this.slot = slot;
    else await this.admin(card, [...this.uses, { slot, field: null }] as unknown as Json); // the engine says why not
  }
  private async admin(card: number, uses: Json): Promise<void> {
    await this.put(
      async () => ({ lines: await this.linesOf([{ type: 'admin_play', card, uses }]), drawn: [] }),
      this.stages.length === 1,
    );
  }
  private async placeAt(field: string): Promise<void> {
    const step = this.slotSteps.find((entry) => key(entry.field as Spot) === field);
    if (!step) return;
    this.slot = null;
    await this.admin(this.card, step.set.uses as Json);
  }
}
