// The legal actions by what one touches: track by the fields it leads over, everything else by field, link or card. The list
// is the engine's; nothing is added to it here.
import type { Action, Json, Range } from '@/table/contract';
import { isRange } from '@/table/contract';
import { beyond, key, type BoardLink, type Edge, type Spot } from '../board/board';

export interface TrackDeed {
  id: string; // base, redirect and exits: what is laid
  kind: string; // new, link, through
  way: string[]; // fields from the start to where it leads
  pieces: [number, number, Edge, Edge][];
  complete: boolean;
  actions: Action[]; // one for each way to pay, cheapest in stress first
}

interface Base {
  kind: 'new' | 'link' | 'through';
  field?: Spot;
  edge?: Edge;
  link?: number;
  parcel?: string;
}

const turned: Record<Edge, Edge> = { N: 'S', E: 'W', S: 'N', W: 'E' };

// The pieces an action lays, and the fields it touches from its start to where it leads.
export function trackWay(
  action: Action,
  links: BoardLink[],
  parcelAt: (name: string) => Spot | null,
): { way: Spot[]; pieces: [number, number, Edge, Edge][] } | null {
  const base = action.base as unknown as Base;
  const exits = action.exits as Edge[];
  const pieces: [number, number, Edge, Edge][] = [];
  const way: Spot[] = [];
  let at: Spot;
  let entry: Edge;
  if (base.kind === 'new' && base.field && base.edge) {
    way.push(base.field);
    at = beyond(base.field, base.edge);
    entry = turned[base.edge];
  } else if (base.kind === 'link') {
    const last = links.find((link) => link.id === base.link)?.pieces.at(-1);
    if (!last) return null;
    const exit = (action.redirect as Edge | null) ?? last[3];
    way.push([last[0], last[1]]);
    if (action.redirect) pieces.push([last[0], last[1], last[2], exit]);
    at = beyond([last[0], last[1]], exit);
    entry = turned[exit];
  } else {
    const spot = base.parcel ? parcelAt(base.parcel) : null;
    const link = links.find((entry2) => entry2.id === base.link);
    const ends = link ? [link.pieces[0], link.pieces.at(-1)] : [];
    if (!spot || !link) return null;
    at = spot;
    const [first, last] = ends;
    const atEnd = last && key(beyond([last[0], last[1]], last[3])) === key(spot);
    entry = atEnd ? turned[last[3]] : first ? turned[first[2]] : 'N';
  }
  for (const exit of exits) {
    pieces.push([at[0], at[1], entry, exit]);
    way.push(at);
    at = beyond(at, exit);
    entry = turned[exit];
  }
  way.push(at);
  return { way, pieces };
}

export function trackDeeds(legal: Action[], links: BoardLink[], parcelAt: (name: string) => Spot | null): TrackDeed[] {
  const deeds = new Map<string, TrackDeed>();
  for (const action of legal) {
    if (action.type !== 'lay_track') continue;
    const id = JSON.stringify([action.base, action.redirect, action.exits]);
    const known = deeds.get(id);
    if (known) {
      known.actions.push(action);
      continue;
    }
    const found = trackWay(action, links, parcelAt);
    if (found)
      deeds.set(id, {
        id,
        kind: (action.base as unknown as Base).kind,
        way: found.way.map(key),
        pieces: found.pieces,
        complete: (action.dests as Json[]).length > 0,
        actions: [action],
      });
  }
  return [...deeds.values()];
}

const startsWith = (way: string[], prefix: string[]) =>
  prefix.length <= way.length && prefix.every((field, i) => way[i] === field);

// The fields that may be touched next after those touched already.
export function nextFields(deeds: TrackDeed[], drawn: string[]): Set<string> {
  const next = new Set<string>();
  for (const deed of deeds) {
    const field = deed.way[drawn.length];
    if (field !== undefined && startsWith(deed.way, drawn)) next.add(field);
  }
  return next;
}

export function deedsDrawn(deeds: TrackDeed[], drawn: string[]): TrackDeed[] {
  return deeds.filter((deed) => deed.way.length === drawn.length && startsWith(deed.way, drawn));
}

export function longerDeed(deeds: TrackDeed[], drawn: string[]): TrackDeed | undefined {
  return deeds.find((deed) => startsWith(deed.way, drawn));
}

// All symbols "card:slot" an action plays.
export function symbolsOf(action: Action): string[] {
  const found: string[] = [];
  const walk = (value: Json) => {
    if (typeof value === 'string' && /^\d+:[0-3T]$/.test(value)) found.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  Object.values(action).forEach(walk);
  if (action.type === 'admin_play')
    for (const use of action.uses as { slot: number }[]) found.push(`${String(action.card)}:${use.slot}`);
  return found;
}

// What playing the cards of a listed action brings besides, as the engine's view says; free ones are not named.
export interface Price {
  stress: number;
  dollars: number;
}
export type Prices = Map<Action, Price>;

export function pricesOf(legal: Action[], listed: Record<string, Price> | undefined): Prices {
  return new Map(
    Object.entries(listed ?? {}).flatMap(([place, price]) =>
      legal[Number(place)] ? [[legal[Number(place)] as Action, price]] : [],
    ),
  );
}

export interface BidWay {
  action: Action;
  range: Range;
}

export function bidWays(legal: Action[]): BidWay[] {
  return legal.flatMap((action) => {
    if (action.type !== 'bid') return [];
    const amount = action.amount;
    return [{ action, range: isRange(amount) ? amount : { min: Number(amount), max: Number(amount), step: 1 } }];
  });
}

export function bidAction(way: BidWay, amount: number): Action {
  const pay = way.action.pay as { symbols: string[] };
  return { type: 'bid', amount, pay: { coins: null, symbols: pay.symbols } }; // coins: what the symbols leave to pay
}

// Groups actions by something they share, in the order they come.
export function groupBy(actions: Action[], by: (action: Action) => string): Map<string, Action[]> {
  const groups = new Map<string, Action[]>();
  for (const action of actions) groups.set(by(action), [...(groups.get(by(action)) ?? []), action]);
  return groups;
}

// The action that plays a symbol (or does without it), as like the present one as can be.
export function switchSymbol(actions: Action[], now: Action, symbol: string): Action {
  const wanted = !symbolsOf(now).includes(symbol);
  const present = new Set(symbolsOf(now));
  const fitting = actions.filter((action) => symbolsOf(action).includes(symbol) === wanted);
  const alike = (action: Action) => symbolsOf(action).filter((entry) => present.has(entry)).length;
  return (
    fitting.reduce<Action | null>(
      (best, action) => (best === null || alike(action) > alike(best) ? action : best),
      null,
    ) ?? now
  );
}
