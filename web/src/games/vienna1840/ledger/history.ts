// What the log tells of every round: runs, dividends, incomes; and how share prices moved. Facts only, as the engine told them.
import type { Event, LogEntry } from '@/table/contract';

export interface LineRun {
  line: number;
  route: number;
  maintenance: number;
  net: number;
}

export interface RoundFacts {
  round: string;
  n: number; // moves before it began
  runs: Map<string, LineRun[]>; // by company
  paid: Map<string, number>; // dividends, Stadtbahn too
  income: Map<number, number>; // by seat: dividends and privates
}

const emptyRound = (round: string, n: number): RoundFacts => ({
  round,
  n,
  runs: new Map(),
  paid: new Map(),
  income: new Map(),
});

function add<K>(sums: Map<K, number>, key: K, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function take(facts: RoundFacts, event: Event): void {
  switch (event.kind) {
    case 'line_ran': {
      const company = String(event.company);
      const runs = facts.runs.get(company) ?? [];
      runs.push({
        line: Number(event.line),
        route: Number(event.route),
        maintenance: Number(event.maintenance),
        net: Number(event.net),
      });
      facts.runs.set(company, runs);
      break;
    }
    case 'dividend_paid':
    case 'stadtbahn_paid':
      add(facts.paid, String(event.company), Number(event.amount));
      break;
    case 'income':
      add(facts.income, Number(event.seat), Number(event.amount));
      break;
    case 'private_paid':
      if (event.seat !== null) add(facts.income, Number(event.seat), Number(event.amount));
      break;
  }
}

// The rounds of the log, oldest first. Where older moves are not known, the first round is the first that began.
export function roundsOf(log: LogEntry[], complete: boolean, first: string): RoundFacts[] {
  const rounds: RoundFacts[] = complete ? [emptyRound(first, 0)] : [];
  for (const entry of log)
    for (const event of entry.events) {
      if (event.kind === 'round_started') {
        if (rounds.at(-1)?.round !== event.round) rounds.push(emptyRound(String(event.round), entry.n + 1));
        continue;
      }
      const now = rounds.at(-1);
      if (now) take(now, event);
    }
  return rounds;
}

export const sumOf = (runs: LineRun[] | undefined): number => (runs ?? []).reduce((sum, run) => sum + run.net, 0);

// Share prices that are not what they were when the seat decided last; for who only watches, within the newest moves.
export function priceChanges(log: LogEntry[], seat: number | null): Map<string, number> {
  const last = log.findLastIndex((entry) => entry.seat === seat);
  const before = new Map<string, number>();
  const now = new Map<string, number>();
  for (const entry of log.slice(last + 1))
    for (const event of entry.events) {
      if (event.kind !== 'price_moved') continue;
      const company = String(event.company);
      if (!before.has(company)) before.set(company, Number(event.from));
      now.set(company, Number(event.to));
    }
  return new Map(
    [...now].flatMap(([company, price]) => {
      const by = price - (before.get(company) ?? price);
      return by === 0 ? [] : [[company, by] as const];
    }),
  );
}

export interface Bid {
  by: string | number; // company or seat
  price: number;
}

// The bids for a lot, in order. A lot is auctioned once: what was bid for it belongs to this auction.
export function bidsFor(log: LogEntry[], lot: { private: string | null; line: number | null }): Bid[] {
  const kind = lot.line === null ? 'private_bid' : 'line_bid';
  return log.flatMap((entry) =>
    entry.events.flatMap((event): Bid[] =>
      event.kind === kind && (lot.line === null ? event.private === lot.private : event.line === lot.line)
        ? [{ by: lot.line === null ? Number(event.seat) : String(event.company), price: Number(event.price) }]
        : [],
    ),
  );
}
