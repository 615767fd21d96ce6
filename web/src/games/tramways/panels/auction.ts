// What the last auction brought, from what was told of it: the sum each player paid and the place it led to.
import type { LogEntry } from '@/table/contract';

export interface AuctionResult {
  round: number;
  places: { seat: number; paid: number; bids: number[] }[]; // in the new turn order
}

export function lastAuction(log: LogEntry[]): AuctionResult | null {
  const bids = new Map<number, number[]>();
  const places = new Map<number, number>(); // place -> seat
  let set = false;
  for (const entry of log.toReversed())
    for (const event of entry.events.toReversed()) {
      if (event.kind === 'order_set') set = true;
      if (!set) continue;
      const seat = Number(event.seat);
      if (event.kind === 'bid_made') bids.set(seat, [Number(event.amount), ...(bids.get(seat) ?? [])]);
      if (event.kind === 'placed') places.set(Number(event.place), seat);
      if (event.kind === 'round_begun')
        return {
          round: Number(event.round),
          places: [...places]
            .sort(([a], [b]) => a - b)
            .map(([, who]) => ({
              seat: who,
              bids: bids.get(who) ?? [],
              paid: (bids.get(who) ?? []).reduce((sum, amount) => sum + amount, 0),
            })),
        };
    }
  return null;
}
