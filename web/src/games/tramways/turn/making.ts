// An action of Tramways in the making (docs/moves-in-the-making.md): what the engine says of it, by what a person touches. Nothing
// is known here that the engine did not say.
import type { Action, InTheMaking, Json, Step, Values } from '@/table/contract';
import { beyond, key, type Edge, type Spot } from '../board/board';
import type { SymbolState } from '../panels/TicketCard.svelte';

export type Kind = 'lay_track' | 'upgrade_link' | 'build' | 'upgrade_building' | 'move_passenger';
export const kinds: Kind[] = ['lay_track', 'upgrade_link', 'build', 'upgrade_building', 'move_passenger'];
export const isKind = (type: unknown): type is Kind => kinds.includes(type as Kind);

export interface PaySymbol {
  symbol: string;
  state: 'pays' | 'can' | 'no';
  need?: string;
  stress?: number;
  dollars?: number;
  why?: string;
}
export interface Way {
  stress: number;
  dollars: number;
  coins: number;
  cards: number;
  symbols: string[];
  set: Values;
}
export interface Need {
  need: string;
  sum?: number;
  found?: number;
  coins?: number;
  names?: string[];
  symbol?: string | null;
}
export interface Pay {
  needs: Need[];
  symbols: PaySymbol[];
  ways: Way[];
  stress: number | null;
  hp: number | null;
  dollars: number | null;
}
export interface End {
  kind: 'open' | 'complete' | 'join' | 'none';
  field: Spot;
  place?: string;
  dests?: number;
  names?: string[];
  link?: number;
}
export interface Price {
  stress: number;
  dollars: number;
  cards: number;
}

export const payOf = (answer: InTheMaking | null): Pay | null => (answer?.pay ?? null) as unknown as Pay | null;

// One way in which what was touched so far can be meant.
export interface Line {
  action: Values;
  answer: InTheMaking;
}

export interface Touch {
  field: string | null;
  link: number | null;
  step: Step | null; // null: only the next field of a link is reached, nothing is chosen yet
}

// What is to be touched on the board for each step that may follow. `drawn`: the fields touched so far.
export function touches(next: Step[], drawn: string[]): Touch[] {
  const last = drawn.at(-1);
  const seen = new Set<string>();
  return next.flatMap((step): Touch[] => {
    const field = Array.isArray(step.field) ? (step.field as Spot) : null;
    const link = typeof step.link === 'number' ? step.link : null;
    switch (step.kind) {
      case 'piece':
      case 'redirect': {
        if (!field) return [];
        if (key(field) === last) return [{ field: key(beyond(field, step.edge as Edge)), link: null, step }];
        if (step.kind === 'redirect' || seen.has(key(field))) return [];
        seen.add(key(field));
        return [{ field: key(field), link: null, step: null }];
      }
      case 'ride':
        return [{ field: key(step.to as Spot), link, step }];
      case 'link':
        return field ? [{ field: key(field), link: null, step }] : [{ field: null, link, step }];
      case 'card':
        return [];
      default:
        return field ? [{ field: key(field), link: null, step }] : [];
    }
  });
}

// How each symbol of the hand stands to the payment.
export function symbolStates(
  answer: InTheMaking | null,
  avoid: string[],
  why: (code: string) => string,
): Map<string, SymbolState> {
  const pay = payOf(answer);
  if (!pay) return new Map();
  const order = new Map((pay.ways[0]?.symbols ?? []).map((symbol, i) => [symbol, i + 1]));
  return new Map(
    pay.symbols.map(({ symbol, state, stress, why: code }): [string, SymbolState] => {
      if (avoid.includes(symbol)) return [symbol, { state: 'freed' }];
      if (state === 'pays') return [symbol, { state, order: order.get(symbol) }];
      if (state === 'can') return [symbol, { state, ...(stress && stress > 0 ? { stress } : {}) }];
      return [symbol, { state: 'not', why: code ? why(code) : undefined }];
    }),
  );
}

// All symbols "card:slot" an action plays, in the order in which they are played.
export function symbolsOf(action: Action): string[] {
  const found: string[] = [];
  const walk = (value: Json | undefined) => {
    if (typeof value === 'string' && /^\d+:[0-3T]$/.test(value)) found.push(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  for (const member of ['rails', 'dests', 'symbol', 'ticket', 'coordinate', 'dest', 'pay']) walk(action[member]);
  if (action.type === 'admin_play')
    for (const use of (action.uses ?? []) as { slot: number }[]) found.push(`${String(action.card)}:${use.slot}`);
  return found;
}

// What was chosen of an action, without what pays for it.
export function deedOf(action: Action): Values {
  const paid = ['rails', 'dests', 'symbol', 'ticket', 'coordinate', 'dest', 'pay'];
  return Object.fromEntries(Object.entries(action).filter(([member]) => !paid.includes(member))) as Values;
}

// The actions on the way to this one, the shortest first; each names one thing more.
export function wayTo(action: Action): Values[] {
  const deed = deedOf(action);
  const { type } = deed;
  const ways: Values[] = [{ type: type as Json }];
  const add = (more: Values) => ways.push({ ...ways.at(-1), ...more });
  if (type === 'lay_track') {
    const base = deed.base as Record<string, Json>;
    if (base.kind === 'new') add({ base: { kind: 'new', field: base.field as Json } });
    add({ base });
    if (deed.redirect) add({ redirect: deed.redirect });
    const exits = deed.exits as Json[];
    exits.forEach((_, i) => add({ exits: exits.slice(0, i + 1) }));
  } else if (type === 'move_passenger') {
    add({ field: deed.field as Json });
    const route = deed.route as Json[];
    route.forEach((_, i) => add({ route: route.slice(0, i + 1) }));
  } else if (type === 'build') {
    add({ parcel: deed.parcel as Json });
    add({ card: deed.card as Json });
  } else if (Object.keys(deed).length > 1) add(deed);
  return ways;
}
