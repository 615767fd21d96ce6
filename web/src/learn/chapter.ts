// Chapters of a course, as data/learn/GAME/*.json has them (docs/learning.md), and what follows from them: which position each
// step begins at, which move it waits for, and the numbers of its texts.
import type { Action, Event, Json, MatchView, Values } from '../table/contract';
import type { Move } from '../table/local_table';

export interface Course {
  set: string; // of cards, or which map: GAME.set.NAME
  short?: { id: string; minutes: number }; // a chapter for those who know such games: GAME.learn_short
  chapters: { id: string; minutes: number }[];
}

// A reference to the position ("state.players[0].cash"), a sum of such, or a word: `of` looked up among the texts below `word`.
export type Reference = string | { word: string; of: string };

export interface OtherMove {
  when: Values; // members of the action
  say: string;
}

export interface ChapterStep {
  id: string;
  at?: number; // begins at this move of the match; else where the step before it ended
  move?: string; // the kind of move it waits for: the next one of the match. Without one there is only something to read
  show?: string[]; // what is lit: "hex:G15", "field:3,1", "company:WT", "seat:0", "offer:pass", "card:12"
  rule?: string; // where to read more
  values?: Record<string, Reference>;
  others?: OtherMove[]; // what is said to other moves; the first that fits
}

export interface Chapter {
  match: string; // a file beside the chapter: all moves, of everybody
  seat: number; // the learner's
  steps: ChapterStep[];
}

export interface MatchFile {
  game: string;
  setup: { players: number };
  actions: Move[];
}

export interface PlannedStep {
  step: ChapterStep;
  n: number; // moves played when it begins
  expected: Action | null;
  end: number; // moves played when the next step can begin: the expected one and the replies to it
}

export class ChapterError extends Error {}

// Where each step stands in the match. The replies of the others are those of the match, up to the learner's next decision.
export function planOf(chapter: Chapter, match: MatchFile): PlannedStep[] {
  let n = 0;
  return chapter.steps.map((step) => {
    n = step.at ?? n;
    if (n > match.actions.length) throw new ChapterError(`${step.id} begins after the match`);
    if (!step.move) return { step, n, expected: null, end: n };
    const move = match.actions[n];
    if (move?.seat !== chapter.seat || move.action.type !== step.move)
      throw new ChapterError(`${step.id} waits for ${step.move}, move ${n} is ${JSON.stringify(move)}`);
    const next = match.actions.findIndex((entry, i) => i > n && entry.seat === chapter.seat);
    const planned = { step, n, expected: move.action, end: next < 0 ? match.actions.length : next };
    n = planned.end;
    return planned;
  });
}

// The same action, whatever the order of its members.
export function sameMove(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameMove((a as Values)[key], (b as Values)[key]));
}

// The same as far as it is seen: what others keep to themselves is null.
export function agrees(seen: Json | undefined, real: Json | undefined): boolean {
  if (seen === null) return true;
  if (typeof seen !== 'object' || typeof real !== 'object' || real === null) return seen === real;
  const keys = new Set([...Object.keys(seen as object), ...Object.keys(real)]);
  return [...keys].every((key) => agrees((seen as Values)[key], (real as Values)[key]));
}

// Does the action have these members?
export function fits(when: Values, action: Action): boolean {
  return Object.entries(when).every(([key, value]) => sameMove(value, action[key]));
}

export const answerTo = (step: ChapterStep, action: Action): string | null =>
  step.others?.find(({ when }) => fits(when, action))?.say ?? null;

// What a reference may look at.
export interface Scene {
  state: MatchView['state'];
  expected: Action | null;
  events: Event[]; // of the learner's last move and the replies to it
  legal: Action[];
  action?: Action | null; // of a puzzle: the move that was made
}

export function sceneOf(view: MatchView, expected: Action | null, events: Event[]): Scene {
  return { state: view.state, expected, events, legal: view.legal };
}

// "players[0].cash", "lines[number=5].route.revenue", "events[kind=line_ran].net", "tiles.length".
export function lookUp(scene: Scene, path: string): Json {
  let value = scene as unknown as Json | undefined;
  for (const [, name, selector] of path.matchAll(/([^.[\]]+)|\[([^\]]+)\]/g)) {
    if (value === undefined || value === null || typeof value !== 'object') return null;
    if (name !== undefined)
      value = (value as Values)[name] ?? (Array.isArray(value) && name === 'length' ? value.length : undefined);
    else value = select(value, selector ?? '');
  }
  return value ?? null;
}

function select(value: object, selector: string): Json | undefined {
  const [key, wanted] = selector.split('=');
  if (wanted === undefined) return (value as Values)[selector];
  return (value as Values[]).find((entry) => String(entry[key ?? '']) === wanted);
}

// A sum of references and numbers: "state.players[0].cash - expected.price", "10 * expected.par".
export function evaluate(scene: Scene, text: string): Json {
  const terms = text.split(/ ([-+*]) /);
  const value = (term: string): Json => (/^-?\d+$/.test(term) ? Number(term) : lookUp(scene, term));
  if (terms.length === 1) return value(text);
  let total = 0;
  let sign = 1;
  let product = 1;
  terms.forEach((term, i) => {
    if (i % 2 === 0) product *= Number(value(term));
    else if (term !== '*') {
      total += sign * product;
      sign = term === '-' ? -1 : 1;
      product = 1;
    }
  });
  return total + sign * product;
}

export function valuesOf(step: ChapterStep, scene: Scene, word: (key: string) => string): Values {
  return Object.fromEntries(
    Object.entries(step.values ?? {}).map(([name, reference]) => [
      name,
      typeof reference === 'string'
        ? evaluate(scene, reference)
        : word(`${reference.word}.${String(lookUp(scene, reference.of))}`),
    ]),
  );
}

// What is lit, each as selectors of which the first that finds something counts: what the step names, else the place of the move it waits for,
// else the control that chooses it (`data-choice="TYPE VALUES"`, `data-offer="TYPE"`).
export function litBy({ step, expected }: PlannedStep): string[][] {
  const attribute: Record<string, string> = { hex: 'hex', field: 'field', offer: 'offer', card: 'card' };
  if (step.show)
    return step.show.map((name) => {
      const [kind, ...rest] = name.split(':');
      const known = attribute[kind ?? ''];
      return [known ? `[data-${known}="${rest.join(':')}"]` : `[data-at="${name}"]`];
    });
  if (!expected) return [];
  if (typeof expected.hex === 'string') return [[`[data-hex="${expected.hex}"]`]];
  const base = expected.base as Values | undefined;
  const field = expected.field ?? base?.field;
  if (Array.isArray(field)) return [[`[data-field="${field.join(',')}"]`]];
  const { type, ...rest } = expected;
  const words = Object.values(rest).flatMap((value) => (/string|number/.test(typeof value) ? String(value) : []));
  const choices = [`${type} ${words.join(' ')}`, ...words.map((word) => `${type} ${word}`), type];
  return [[...choices.map((choice) => `[data-choice="${choice}"]`), `[data-offer="${type}"]`]];
}
