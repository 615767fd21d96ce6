// What can be done on the map, by hex: the candidates of the picker, best first.
import type { Action } from '@/table/contract';
import type { Legal } from './MapLights.svelte';
import type { Position } from '../position';

export interface TileCandidate {
  kind: 'tile';
  tile: string;
  cost: number;
  stadtbahn: boolean;
  bonus: string | null;
  turns: { rotation: number; circle: number; gain: number | null }[];
  gain: number | null; // null: a puzzle does not tell
}
export interface MarkerCandidate {
  kind: 'marker';
  location: number;
  replace: boolean;
  cost: number;
  gain: number | null; // null: the line does not run with it yet (a home base is chosen)
}
export interface RemovalCandidate {
  kind: 'remove';
  stadtbahn: string;
  cost: number;
}
export type Candidate = TileCandidate | MarkerCandidate | RemovalCandidate;
export type Mode = 'all' | 'tile' | 'stadtbahn' | 'marker' | 'remove';

export function candidatesAt(position: Position, hex: string): Candidate[] {
  const moves = position.moves;
  if (!moves) return [];
  const tiles: TileCandidate[] = Object.entries(moves.tiles?.[hex] ?? {}).map(([tile, entry]) => {
    const turns = [...entry.rotations].sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0));
    return {
      kind: 'tile',
      tile,
      cost: entry.cost,
      stadtbahn: entry.kind === 'stadtbahn',
      bonus: entry.bonus,
      turns,
      gain: turns[0]?.gain ?? null,
    };
  });
  tiles.sort((a, b) => (b.gain ?? 0) - (a.gain ?? 0));
  const markers: MarkerCandidate[] = (moves.markers ?? [])
    .filter((entry) => entry.hex === hex)
    .map((entry) => ({
      kind: 'marker',
      location: entry.location,
      replace: entry.replace,
      cost: entry.cost,
      gain: entry.gain ?? null,
    }));
  const removals: RemovalCandidate[] = (moves.removals ?? [])
    .filter((entry) => entry.hex === hex)
    .map((entry) => ({ kind: 'remove', stadtbahn: entry.stadtbahn, cost: entry.cost }));
  return [...tiles, ...markers, ...removals];
}

const fits = (candidate: Candidate, mode: Mode): boolean =>
  mode === 'all'
    ? candidate.kind !== 'remove'
    : mode === 'stadtbahn'
      ? candidate.kind === 'tile' && candidate.stadtbahn
      : mode === 'tile'
        ? candidate.kind === 'tile' && !candidate.stadtbahn
        : candidate.kind === mode;

// The hexes to light, each with the best gain to be had there.
export function legalHexes(position: Position, mode: Mode): Map<string, Legal> {
  const lit = new Map<string, Legal>();
  const moves = position.moves;
  if (!moves) return lit;
  const hexes = new Set([
    ...Object.keys(moves.tiles ?? {}),
    ...(moves.markers ?? []).map((entry) => entry.hex),
    ...(moves.removals ?? []).map((entry) => entry.hex),
  ]);
  for (const hex of hexes) {
    const here = candidatesAt(position, hex).filter((candidate) => fits(candidate, mode));
    const first = here[0];
    if (!first) continue;
    const gains = here.flatMap((candidate) => ('gain' in candidate ? (candidate.gain ?? []) : []));
    lit.set(hex, {
      gain: gains.length ? Math.max(...gains) : null,
      kind: first.kind === 'tile' && first.stadtbahn ? 'stadtbahn' : first.kind,
    });
  }
  return lit;
}

export function count(position: Position, mode: Mode): number {
  return legalHexes(position, mode).size;
}

export function actionOf(hex: string, candidate: Candidate, turn: number): Action {
  if (candidate.kind === 'marker')
    return { type: 'place_marker', hex, location: candidate.location, replace: candidate.replace };
  if (candidate.kind === 'remove') return { type: 'remove_marker', hex, stadtbahn: candidate.stadtbahn };
  const at = candidate.turns[turn % candidate.turns.length];
  return { type: 'lay_tile', hex, tile: candidate.tile, rotation: at?.rotation ?? 0, circle: at?.circle ?? 0 };
}
