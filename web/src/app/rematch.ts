// The same game once more: the same people, bots, options and rules of the table, at a new one.
import { api } from './api';
import { startLocal } from './matches';
import type { Route } from './router.svelte';
import type { Values } from '../table/contract';
import type { TableModel } from '../table/model.svelte';
import type { SeatKind } from '../wire/wire.gen';

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
  const seats: SeatKind[] = info.seats.map((seat) =>
    seat.kind === 'bot' && seat.level ? { kind: 'bot', level: seat.level } : { kind: 'human' },
  );
  const { id } = await api.create({
    game: info.game,
    seats,
    options: info.options as Values,
    open: false,
    shuffle: info.shuffle,
    hints: info.hints,
    watchers_chat: info.watchersChat,
    title: info.title,
    name: model.name(model.me ?? 0),
    join: true,
  });
  return { page: 'table', kind: 'remote', id };
}
