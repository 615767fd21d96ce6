// Places at the end as the table has them, not as the position has them: who resigned has not won, and is last.
import type { TableInfo } from '../table/table';

interface AtSeat {
  seat: number;
}

export const gaveUp = (info: TableInfo | null, seat: number): boolean => info?.seats[seat]?.resigned ?? false;

// Of players from the best to the worst: the same, with those who resigned at the end.
export const placed = <P extends AtSeat>(info: TableInfo | null, ranks: readonly P[]): P[] => [
  ...ranks.filter(({ seat }) => !gaveUp(info, seat)),
  ...ranks.filter(({ seat }) => gaveUp(info, seat)),
];

// The place of each of them: as many score the same share one, and so do those who resigned.
export function placeOf<P extends AtSeat>(
  info: TableInfo | null,
  ranks: readonly P[],
  one: P,
  worth: (p: P) => number,
): number {
  const staying = ranks.filter(({ seat }) => !gaveUp(info, seat));
  const ahead = gaveUp(info, one.seat) ? staying : staying.filter((other) => worth(other) > worth(one));
  return ahead.length + 1;
}

// By how much the first is ahead of the second; null where all others resigned.
export function leadOf<P extends AtSeat>(
  info: TableInfo | null,
  ranks: readonly P[],
  worth: (p: P) => number,
): number | null {
  const [first, second] = placed(info, ranks);
  if (!first || !second) return 0;
  return gaveUp(info, second.seat) ? null : worth(first) - worth(second);
}
