// Who is ahead in the end: points, then money (16.3).
interface Result {
  seat: number;
  score: number;
  money: number;
}

export const ranked = <R extends Result>(players: readonly R[]): R[] =>
  [...players].sort((a, b) => b.score - a.score || b.money - a.money || a.seat - b.seat);

// The first two, where they have as many points and money decided; null otherwise.
export function tieBroken<R extends Result>(ranks: readonly R[]): { first: R; second: R } | null {
  const [first, second] = ranks;
  return first && second && first.score === second.score && first.money > second.money ? { first, second } : null;
}
