// The same game once more: the same people, bots, options and rules of the table, at a new one. A server keeps the seats for those
// who had them, each one seat on.
import { api } from './api';
import { startLocal } from './matches';
import type { Route } from './router.svelte';
import type { Values } from '../table/contract';
import type { TableModel } from '../table/model.svelte';

export async function rematch(model: TableModel): Promise<Route | null> {
  const info = model.data.info;
  if (!info) return null;
  if (model.table.kind === 'local') {
    const file = (await model.table.file()) as { setup?: { options?: Values } } | null;
    const options = file?.setup?.options;
    const seats = info.seats.map((seat, i) => ({ ...seat, name: model.name(i) }));
    const id = await startLocal({ game: info.game, title: info.title, seats, ...(options ? { options } : {}) });
    return { page: 'table', kind: 'local', id };
  }
  const { id } = await api.rematch(info.id);
  return { page: 'table', kind: 'remote', id };
}
