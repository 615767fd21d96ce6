// An exploration (docs/explore.md): a position, and variations from it with comments. It is what a link holds, what this device keeps and
// what a file has. Readers are strict: what is not listed is refused, with the place that is wrong.
import type { Action, Json } from '../table/contract';

export interface Variation {
  parent: number; // the variation it goes on from, by its number; -1: the position itself
  seat: number;
  action: Action;
  comment?: string;
}
export interface Exploration {
  format: 'remise-explore';
  version: 1;
  game: string;
  title: string;
  names: string[]; // by seat
  seat: number | null; // whose eyes it was seen through, where something was hidden from them
  match: { [key: string]: Json }; // the match file up to the position
  comment?: string; // on the position itself
  moves: Variation[]; // a parent stands before what goes on from it
}

export const mostVariations = 1000;
export const mostComment = 2000;
const mostTitle = 200;
const mostName = 200;
const mostSeats = 8;

export class BadExploration extends Error {
  constructor(
    readonly fault: 'form' | 'version',
    readonly where: string,
  ) {
    super(`${fault}: ${where}`);
  }
}

type Members = Record<string, unknown>;
function members(value: unknown, where: string, known: string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadExploration('form', where);
  for (const key of Object.keys(value))
    if (!known.includes(key)) throw new BadExploration('form', `${where}.${key.slice(0, 40)}`);
  return value as Members;
}
function text(from: Members, key: string, where: string, most: number): string {
  const value = from[key];
  if (typeof value !== 'string' || value.length > most) throw new BadExploration('form', `${where}.${key}`);
  return value;
}
function whole(value: unknown, least: number, most: number, where: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new BadExploration('form', where);
  return value;
}
const comment = (from: Members, where: string) =>
  from.comment === undefined ? {} : { comment: text(from, 'comment', where, mostComment) };

function list(value: unknown, least: number, most: number, where: string): unknown[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) throw new BadExploration('form', where);
  return value as unknown[];
}

export function readExploration(json: unknown): Exploration {
  const known = ['format', 'version', 'game', 'title', 'names', 'seat', 'match', 'comment', 'moves'];
  const from = members(json, 'file', known);
  if (from.format !== 'remise-explore') throw new BadExploration('form', 'file.format');
  if (from.version !== 1) throw new BadExploration('version', 'file.version');
  const names = list(from.names, 1, mostSeats, 'file.names').map((name, i) =>
    text({ name }, 'name', `file.names.${i}`, mostName),
  );
  const { match } = from;
  if (typeof match !== 'object' || match === null || Array.isArray(match))
    throw new BadExploration('form', 'file.match');
  // Only our own files: what importers know is converted before it is explored.
  if ((match as Members).format !== 'remise-match-1') throw new BadExploration('form', 'file.match.format');
  if (!Array.isArray((match as Members).actions)) throw new BadExploration('form', 'file.match.actions');
  const game = text(from, 'game', 'file', 100);
  if ((match as Members).game !== game) throw new BadExploration('form', 'file.match.game');
  const moves = list(from.moves, 0, mostVariations, 'file.moves').map((value, i): Variation => {
    const where = `file.moves.${i}`;
    const move = members(value, where, ['parent', 'seat', 'action', 'comment']);
    const action = move.action as Action | null;
    if (typeof action !== 'object' || action === null || typeof action.type !== 'string')
      throw new BadExploration('form', `${where}.action`);
    return {
      parent: whole(move.parent, -1, i - 1, `${where}.parent`),
      seat: whole(move.seat, 0, names.length - 1, `${where}.seat`),
      action,
      ...comment(move, where),
    };
  });
  return {
    format: 'remise-explore',
    version: 1,
    game,
    title: text(from, 'title', 'file', mostTitle),
    names,
    seat: from.seat === null ? null : whole(from.seat, 0, names.length - 1, 'file.seat'),
    match: match as Exploration['match'],
    ...comment(from, 'file'),
    moves,
  };
}

// The variations from the position to this one, in order.
export function pathTo(moves: Variation[], at: number): number[] {
  const path: number[] = [];
  for (let i = at; i >= 0; i = moves[i]?.parent ?? -1) path.unshift(i);
  return path;
}
export const childrenOf = (moves: Variation[], at: number): number[] =>
  moves.flatMap(({ parent }, i) => (parent === at ? [i] : []));

// Without a variation and everything that goes on from it; and where each of the others stands now.
export function without(moves: Variation[], gone: number): { moves: Variation[]; now: (number | null)[] } {
  const now: (number | null)[] = [];
  const kept: Variation[] = [];
  moves.forEach((move, i) => {
    const parent = move.parent < 0 ? -1 : now[move.parent];
    if (i === gone || parent === null || parent === undefined) now.push(null);
    else {
      now.push(kept.length);
      kept.push({ ...move, parent });
    }
  });
  return { moves: kept, now };
}

// Two actions are one, whatever the order of their members.
export function sameAction(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [a as Record<string, Json>, b as Record<string, Json>];
  const keys = Object.keys(x);
  return (
    keys.length === Object.keys(y).length && keys.every((key) => key in y && sameAction(x[key] as Json, y[key] as Json))
  );
}
