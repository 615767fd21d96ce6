// What a list of tables shows of a position: how far the match is, what is decided, and a small picture of the board.
import { gamePage } from '../games/registry';
import type { MatchView } from '../table/contract';

export interface Peek {
  round: string; // its name, where it has one beside its number: "LR3a"
  at: number; // the how manieth
  of: number;
  step: string; // what is decided, as a key of the game's texts
  shapes: { path: string; fill?: string; line?: string }[]; // all of one colour in one path
  box: [number, number]; // width and height they are drawn in
}

export async function peekAt(view: MatchView): Promise<Peek | null> {
  const game = await gamePage(view.game)?.peek?.();
  return game ? game.default(view) : null;
}
