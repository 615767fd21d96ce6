// The puzzles there are, as `remise puzzles` makes them (docs/puzzles.md), loaded when they are asked for; and what a move in one
// of them is worth.
import files from 'virtual:games/puzzles';
import type { Action, Json, Values } from '../table/contract';
import { evaluate, sameMove, type MatchFile, type Scene } from './chapter';

export interface PuzzleEntry {
  id: string;
  kind: string;
  proof: 'proved' | 'judged';
  set: string;
}
export interface Puzzle extends PuzzleEntry {
  match: string;
  at: number; // moves played
  seat: number;
  better: 'most' | 'least';
  answer: Action;
  best: number;
  second: number;
  margin: number;
  choices: number; // different answers
  values: Values;
  moves?: string[]; // kinds of moves it asks for
  measure?: string; // of the position after the move
  same?: string[]; // moves with the same of these are one answer
  ranking?: { key: Json; value: number }[]; // where a search or a bot says what moves are worth
  start?: Action; // chosen when the puzzle opens: what is to be paid, in a bad way
  judged?: { player: string; nodes: number; times: number };
}

const at = (game: string, name: string) =>
  Object.entries(files).find(([path]) => path.endsWith(`/data/puzzles/${game}/${name}.json`))?.[1];
async function read<T>(game: string, name: string): Promise<T | null> {
  return ((await at(game, name)?.()) as T | undefined) ?? null;
}
export const puzzlesOf = async (game: string): Promise<PuzzleEntry[]> =>
  (await read<{ puzzles: PuzzleEntry[] }>(game, 'index'))?.puzzles ?? [];
export const puzzleOf = (game: string, id: string) => read<Puzzle>(game, id);
export const matchOfPuzzle = (game: string, { match }: Puzzle) => read<MatchFile>(game, match);

// Under this name the progress of a puzzle is kept.
export const progressName = (id: string): string => `puzzle-${id}`;

export interface Verdict {
  right: boolean;
  asked: boolean; // it is a move of the kind the puzzle asks for
  value: number | null; // null: nobody says what it is worth
}

// `scene`: the position after the move, with the move.
export function verdictOf(puzzle: Puzzle, action: Action, scene: Scene): Verdict {
  const asked = !puzzle.moves || puzzle.moves.includes(String(action.type));
  if (puzzle.measure) {
    const value = evaluate(scene, puzzle.measure);
    const known = typeof value === 'number' && !Number.isNaN(value) ? value : null;
    return { right: asked && known === puzzle.best, asked, value: asked ? known : null };
  }
  const made: Scene = { ...scene, action };
  const key: Json = puzzle.same ? puzzle.same.map((path) => evaluate(made, path)) : action;
  const found = puzzle.ranking?.find((entry) => sameMove(entry.key, key));
  const first = puzzle.ranking?.[0];
  return {
    right: first !== undefined && sameMove(first.key, key),
    asked: asked || found !== undefined,
    value: found?.value ?? null,
  };
}
