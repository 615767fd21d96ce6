// A position of an open table as something to explore or to send. What goes into it is what its sender may see (docs/sharing.md).
import type { TableModel } from '../table/model.svelte';
import type { Exploration } from './file';

export async function positionOf(model: TableModel, n: number, comment?: string): Promise<Exploration | null> {
  const info = model.data.info;
  const given = info && (await model.table.toShare(n));
  if (!info || !given) return null;
  const match = { ...given.file } as Exploration['match'];
  delete match.hashes;
  return {
    format: 'remise-explore',
    version: 1,
    game: info.game,
    title: (info.title || '').slice(0, 200),
    names: info.seats.map((_, seat) => model.name(seat).slice(0, 200)),
    seat: given.seat,
    match,
    ...(comment ? { comment: comment.slice(0, 2000) } : {}),
    moves: [],
  };
}
