// A position of a puzzle: without the figures that would give the answer away.
import type { MatchView } from '@/table/contract';
import type { RawMoves } from './view';

export default function quiet(view: MatchView): MatchView {
  const { moves } = view.state as { moves?: RawMoves };
  if (!moves) return view;
  const tiles = Object.fromEntries(
    Object.entries(moves.tiles ?? {}).map(([hex, byTile]) => [
      hex,
      Object.fromEntries(
        Object.entries(byTile).map(([tile, entry]) => [
          tile,
          { ...entry, rotations: entry.rotations.map((turn) => ({ ...turn, gain: null })) },
        ]),
      ),
    ]),
  );
  const markers = moves.markers?.map((marker) => ({ ...marker, gain: null }));
  const still = { ...moves, ...(moves.tiles ? { tiles } : {}), ...(markers ? { markers } : {}) };
  return { ...view, state: { ...(view.state as object), moves: still } as unknown as MatchView['state'] };
}
