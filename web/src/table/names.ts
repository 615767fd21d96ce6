// What the seats of a table are called. A bot without a name gets one that nobody else at the table has, of the kind
// one hears in a tram.
import type { SeatInfo } from './table';

const botNames = [
  'Poldi',
  'Resi',
  'Ferdl',
  'Mizzi',
  'Gustl',
  'Franzi',
  'Schani',
  'Vroni',
  'Xaver',
  'Steffi',
  'Toni',
  'Hedi',
];

// So many names that are not taken.
export function freeNames(count: number, taken: string[]): string[] {
  const used = new Set(taken.map((name) => name.trim().toLocaleLowerCase()));
  return botNames.filter((name) => !used.has(name.toLocaleLowerCase())).slice(0, count);
}

type Named = Pick<SeatInfo, 'kind' | 'name'>[];
const known = new WeakMap<Named, string[]>(); // asked for with every word of the log

export function seatNames(seats: Named): string[] {
  let names = known.get(seats);
  if (!names) known.set(seats, (names = namesOf(seats)));
  return names;
}

function namesOf(seats: Named): string[] {
  const free = freeNames(
    seats.length,
    seats.map((seat) => seat.name),
  );
  return seats.map((seat, i) => seat.name || (seat.kind === 'bot' ? (free.shift() ?? `#${i + 1}`) : `#${i + 1}`));
}
