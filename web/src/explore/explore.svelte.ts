// An exploration on the page: the table follows the variation chosen, and what is played on the table becomes a variation.
import { advise, judge, type Advice, type Judged } from '../engine/adviser';
import { games } from '../app/matches';
import { go } from '../app/router.svelte';
import { useCatalogue } from '../i18n/i18n.svelte';
import { Refused, type LogEntry } from '../table/contract';
import { hintLevel } from '../table/levels';
import type { LocalTable } from '../table/local_table';
import type { TableModel } from '../table/model.svelte';
import { mostComment, mostVariations, pathTo, sameAction, without, type Exploration, type Variation } from './file';
import { positionOf } from './position';
import { explorations } from './store';

// Explores from a position of an open table; says so at the table where that is refused.
export async function exploreFrom(model: TableModel, n: number, comment?: string): Promise<void> {
  try {
    const file = await positionOf(model, n, comment);
    if (file) go({ page: 'explore', id: await explorations.add(file) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    model.refusal = error.error;
  }
}

export interface Compared {
  a: number;
  b: number;
  judged: [Judged, Judged] | null; // null while they are thought about
}

export class ExploreSession {
  file = $state.raw<Exploration>() as Exploration;
  at = $state(-1); // the variation shown; -1: the position it began with
  advice = $state.raw<Advice | null>(null);
  asking = $state(false); // the engine's opinion is wanted
  mark = $state<number | null>(null); // the variation to compare with
  compared = $state.raw<Compared | null>(null);
  kept = $state<string | null>(null); // its id on this device
  unsaved = $state(false); // this device does not take it
  full = $state(false); // no more variations
  private entries = $state.raw<LogEntry[]>([]); // of the variations
  private busy = 0; // the session itself changes the table
  private thinking: AbortController | null = null;
  private comparing: AbortController | null = null;
  private saving: ReturnType<typeof setTimeout> | undefined;
  level = $state('hard'); // who gives opinions
  private unsubscribe: () => void;
  private seen = 0; // the position the table had when it was looked at last

  constructor(
    opened: { file: Exploration; entries: LogEntry[] },
    readonly model: TableModel,
    private table: LocalTable,
    id: string | null,
  ) {
    this.file = opened.file;
    this.entries = opened.entries;
    this.kept = id;
    this.seen = this.root;
    this.unsubscribe = table.subscribe(() => void this.heard());
    void games().then((list) => {
      this.level = hintLevel(list.find((game) => game.id === opened.file.game)?.bots ?? []) ?? 'hard';
    });
  }

  // Moves before the position that is explored.
  get root(): number {
    return (this.file.match.actions as unknown[]).length;
  }
  get moves(): Variation[] {
    return this.file.moves;
  }
  comment(at: number): string {
    return (at < 0 ? this.file.comment : this.moves[at]?.comment) ?? '';
  }
  words(at: number): string {
    const entry = this.entries[at];
    const told = entry && this.model.story?.tell(entry).lines[0];
    return told ?? this.moves[at]?.action.type ?? '';
  }
  number(at: number): number {
    return this.root + pathTo(this.moves, at).length;
  }

  // The match file of a variation.
  fileAt(at: number): object {
    const played = pathTo(this.moves, at).map((i) => ({ seat: this.moves[i]?.seat, action: this.moves[i]?.action }));
    return { ...this.file.match, actions: [...(this.file.match.actions as unknown[]), ...played] };
  }

  async choose(at: number): Promise<void> {
    this.stopThinking();
    ++this.busy;
    try {
      const moves = pathTo(this.moves, at).flatMap((i) => this.moves[i] ?? []);
      await this.table.replay(
        this.root,
        moves.map(({ seat, action }) => ({ seat, action })),
      );
      await this.model.show(this.model.length);
      this.at = at;
      this.seen = this.model.length;
    } finally {
      --this.busy;
    }
    this.think();
  }
  // One back, or on along what was played last.
  step(by: number): void {
    if (by < 0 && this.at >= 0) void this.choose(this.moves[this.at]?.parent ?? -1);
    const next = this.moves.findLastIndex(({ parent }) => parent === this.at);
    if (by > 0 && next >= 0) void this.choose(next);
  }

  // The table has changed: moves on it are variations; what was taken back is still one.
  private async heard(): Promise<void> {
    const n = this.model.data.view?.n;
    if (this.busy > 0 || n === undefined || n === this.seen) return;
    ++this.busy;
    this.stopThinking();
    try {
      this.seen = n;
      const log = await this.table.whole(Math.min(n, this.root));
      let at = -1;
      for (const entry of log) at = this.find(at, entry);
      this.at = at;
    } finally {
      --this.busy;
    }
    if (this.model.data.view?.n !== this.seen) return void this.heard();
    this.think();
  }
  private find(parent: number, entry: LogEntry): number {
    const there = this.moves.findIndex(
      (move) => move.parent === parent && move.seat === entry.seat && sameAction(move.action, entry.action),
    );
    if (there >= 0) return there;
    this.full = this.moves.length >= mostVariations;
    if (this.full) return parent;
    const { seat, action } = entry;
    this.entries = [...this.entries, entry];
    this.change({ moves: [...this.moves, { parent, seat, action }] });
    return this.moves.length - 1;
  }

  say(at: number, text: string): void {
    const comment = text.slice(0, mostComment);
    const said = <T extends { comment?: string }>(thing: T): T => {
      const rest = { ...thing };
      delete rest.comment;
      return comment ? { ...rest, comment } : rest;
    };
    if (at < 0) this.change({}, said(this.file));
    else this.change({ moves: this.moves.map((move, i) => (i === at ? said(move) : move)) });
  }
  name(title: string): void {
    this.change({ title: title.slice(0, 200) });
  }

  async remove(gone: number): Promise<void> {
    const parent = this.moves[gone]?.parent ?? -1;
    if (pathTo(this.moves, this.at).includes(gone)) await this.choose(parent);
    const { moves, now } = without(this.moves, gone);
    const place = (at: number | null) => (at === null || at < 0 ? at : (now[at] ?? null));
    this.entries = this.entries.filter((_, i) => now[i] !== null);
    this.at = place(this.at) ?? -1;
    this.mark = place(this.mark);
    this.compared = null;
    this.full = false;
    this.change({ moves });
  }

  private change(part: Partial<Exploration>, whole?: Exploration): void {
    this.file = { ...(whole ?? this.file), ...part };
    if (this.kept === null) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => void this.save(), 300);
  }
  async save(): Promise<void> {
    try {
      if (this.kept === null) this.kept = await explorations.add(this.file);
      else await explorations.put(this.kept, this.file);
      this.unsaved = false;
    } catch {
      this.unsaved = true;
    }
  }

  // --- the engine's opinion
  ask(wanted: boolean): void {
    this.asking = wanted;
    if (wanted) this.think();
    else this.stopThinking();
  }
  private think(): void {
    this.stopThinking();
    if (!this.asking) return;
    const abort = new AbortController();
    this.thinking = abort;
    const told = (advice: Advice) => {
      if (!abort.signal.aborted) this.advice = advice;
    };
    advise(this.fileAt(this.at), this.level, told, abort.signal).catch(() => (this.asking = false));
  }
  private stopThinking(): void {
    this.thinking?.abort();
    this.thinking = null;
    this.advice = null;
  }

  // --- two variations beside each other
  async compare(a: number, b: number): Promise<void> {
    this.comparing?.abort();
    const abort = new AbortController();
    this.comparing = abort;
    this.compared = { a, b, judged: null };
    try {
      const judged = await judge([this.fileAt(a), this.fileAt(b)], this.level, abort.signal);
      if (!abort.signal.aborted) this.compared = { a, b, judged: judged as [Judged, Judged] };
    } catch (error) {
      if (!abort.signal.aborted) this.compared = null;
      if (!abort.signal.aborted && !(error instanceof Refused)) throw error;
    }
  }

  close(): void {
    this.unsubscribe();
    this.stopThinking();
    this.comparing?.abort();
    clearTimeout(this.saving);
    if (this.kept !== null) void this.save();
  }
}

export const exploreTexts = () => Promise.all([useCatalogue('explore'), useCatalogue('share')]);
