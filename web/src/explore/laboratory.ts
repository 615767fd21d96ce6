// The board of the laboratory, as the game's own text (docs/board-format.md), kept on this device between visits.
import { engine } from '../engine/engine';

const keyOf = (game: string) => `remise.laboratory.${game}`;
export function keptBoard(game: string): string {
  try {
    return localStorage.getItem(keyOf(game)) ?? '';
  } catch {
    return '';
  }
}
export function keepBoard(game: string, text: string): void {
  try {
    localStorage.setItem(keyOf(game), text);
  } catch {
    // Private windows may keep nothing.
  }
}

// The board of a position becomes that of the laboratory.
export async function takeBoard(game: string, file: object): Promise<void> {
  const match = await engine().load(file);
  try {
    const { n } = await engine().state(match);
    const text = await engine().board(match, n, '');
    if (text) keepBoard(game, text);
  } finally {
    await engine().drop(match);
  }
}
