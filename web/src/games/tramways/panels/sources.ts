// Where happiness came from, from what was told of every move.
import type { LogEntry } from '@/table/contract';

export const sources = ['passengers', 'upgrades', 'buildings', 'others', 'bought', 'stress'] as const;
export type Source = (typeof sources)[number];

function sourceOf(entry: LogEntry, seat: number, change: number): Source {
  if (change < 0) return 'stress'; // only the end of the stress track takes any (4.8)
  switch (entry.action.type) {
    case 'upgrade_link':
    case 'upgrade_building':
      return 'upgrades';
    case 'build':
      return 'buildings';
    case 'buy_hp':
      return 'bought';
    default:
      return entry.seat === seat ? 'passengers' : 'others';
  }
}

export function happinessSources(log: LogEntry[], seats: number): Record<Source, number>[] {
  const sums = Array.from(
    { length: seats },
    () => Object.fromEntries(sources.map((source) => [source, 0])) as Record<Source, number>,
  );
  for (const entry of log)
    for (const event of entry.events) {
      const mine = sums[Number(event.seat)];
      if (event.kind !== 'hp_changed' || !mine) continue;
      mine[sourceOf(entry, Number(event.seat), Number(event.change))] += Number(event.change);
    }
  return sums;
}
