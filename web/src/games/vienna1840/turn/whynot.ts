// "Why not?" about a hex that was touched. The engine is asked about every tile that could be meant there, until its answer is about
// the place and the situation, not about one tile or one rotation. Nothing is judged here: only answers are compared.
import type { Action, RuleError } from '@/table/contract';
import type { Mode } from '../board/places';
import { firstLays, tiles, upgradesOf, type MapData } from '../data';
import type { Position } from '../position';

// Answers that hold for one tile or one rotation: another tile may have another answer.
const aboutTheTile = new Set([
  'tile_not_for_hex',
  'no_upgrade',
  'colour_not_yet',
  'no_tile_left',
  'upgrade_breaks_track',
  'track_leads_nowhere',
  'dotted_path_not_covered',
  'red_tile_rotation',
  'special_station_tile',
  'only_as_bonus',
  'not_the_bonus',
  'no_such_circle',
]);
// Of those the later one says more: it was found only after the others were ruled out.
const depth = (error: RuleError) => [...aboutTheTile].indexOf(error.code);

// What a person who touches this hex could mean, the likeliest first.
export function questionsAt(map: MapData, position: Position, hex: string, mode: Mode): Action[] {
  const stadtbahn = position.markers.find((marker) => marker.hex === hex && marker.stadtbahn)?.stadtbahn;
  if (mode === 'remove' && stadtbahn) return [{ type: 'remove_marker', hex, stadtbahn }];
  if (mode === 'marker' || position.step === 'home')
    return [0, 1].map((location) => ({ type: 'place_marker', hex, location, replace: false }));
  if (position.step === 'bonus' && position.bonus === 'place_station')
    return [0, 1].map((location) => ({ type: 'place_marker', hex, location, replace: stadtbahn !== undefined }));
  const laid = position.tiles.find((tile) => tile.hex === hex)?.tile;
  const fitting = laid === undefined ? firstLays(map.hexes.get(hex)?.accepts ?? null) : upgradesOf(laid);
  const known = fitting.length ? fitting : [...tiles.keys()].slice(0, 1);
  const there = [...known].sort((a, b) => (position.supply.get(b) ?? 0) - (position.supply.get(a) ?? 0));
  return [0, 1, 2, 3, 4, 5].flatMap((rotation) =>
    there.map((tile) => ({ type: 'lay_tile', hex, tile, rotation, circle: 0 })),
  );
}

// The answer that says most about the place; null where something is possible there after all.
export async function answerFor(
  questions: Action[],
  why: (action: Action) => Promise<RuleError | null>,
  most: number,
): Promise<RuleError | null> {
  let best: RuleError | null = null;
  for (const question of questions.slice(0, most)) {
    const answer = await why(question);
    if (answer === null) return null;
    if (answer.scope !== '1840' || !aboutTheTile.has(answer.code)) return answer;
    if (best === null || depth(answer) > depth(best)) best = answer;
  }
  return best;
}
