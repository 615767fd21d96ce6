// The players' wealth after each round, read from the positions where rounds began.
import { roundValues } from '@/frame/rounds';
import type { TableModel } from '@/table/model.svelte';
import { companies } from '../data';
import type { RawState } from '../view';

export interface WealthHistory {
  labels: string[];
  series: { name: string; colour: string; values: number[] }[];
}

const plain = ['#0A7A87', '#A82A1F', '#6B4FC0', '#B85F08', '#256B3C', '#59626D'];

export async function wealthHistory(model: TableModel): Promise<WealthHistory> {
  const { labels, values } = await roundValues<RawState>(model, 'round_started', (state) =>
    state.players.map((player) => player.wealth),
  );
  const last = model.data.view?.state as unknown as RawState | undefined;
  const colours = last?.players.map(
    (player, i) => companies.get(player.director ?? '')?.colour ?? plain[i] ?? '#59626D',
  );
  const seats = values[0]?.length ?? 0;
  return {
    labels,
    series: Array.from({ length: seats }, (_, seat) => ({
      name: model.name(seat),
      colour: colours?.[seat] ?? '#59626D',
      values: values.map((row) => row[seat] ?? 0),
    })),
  };
}
