// The engine's view of 1840 (docs/views-1840.md) as a Position. Only names are changed here; every number is the engine's.
import type { MatchView, Range } from '@/table/contract';
import {
  faceOf,
  mapOf,
  rounds,
  sharePercent,
  tiles as tileTable,
  tramColours,
  type Era,
  type Face,
  type MapData,
} from './data';
import type { Bidder, Company, Effect, Line, Player, Position, Tram } from './position';
import { effectKey } from './position';
import type { DrawnRoute, RouteStep } from './board/routes';

interface RawCell {
  row: number;
  column: number;
  price: number;
}
interface RawShare {
  id: string;
  shares_left: number;
  cell: RawCell | null;
  dividend_moves: (RawCell & { dividend: number; move: number })[];
  next_price: number | null;
}
interface RawDuty {
  colour: string;
  price: number;
}
interface RawRoute {
  revenue: number;
  stops: { hex: string; location: number; value: number; bonus: number }[];
}
interface RawOffer {
  colour: string;
  price: number;
  left: number;
}
export interface RawMoves {
  tiles?: Record<
    string,
    Record<
      string,
      {
        cost: number;
        kind: 'ordinary' | 'stadtbahn' | 'bonus';
        bonus: string | null;
        rotations: { rotation: number; circle: number; gain: number | null }[];
      }
    >
  >;
  markers?: { hex: string; location: number; replace: boolean; cost: number; gain?: number | null }[];
  removals?: { hex: string; stadtbahn: string; cost: number }[];
  trams?: { colour: string; price: number; treasury: number; director: number; loans: number }[];
  offers?: { private: string; price: Range; seat: number; at_once: boolean }[];
  run?: { revenue: number; maintenance: number; net: number; empty?: boolean; claim?: Range };
  bids?: { private?: string; line?: number; price: Range; safe?: number | null }[];
  directors?: Record<string, { par: number; pays: number; treasury: number }[]>;
  return_privates?: { private: string; amount: number }[];
}
export interface RawState {
  options: { map: string };
  round: { id: string; kind: string; place: number; era: Era; multiplier: number };
  step: string;
  active: { seat: number | null; company: string | null; line: number | null };
  order: number[];
  players: {
    seat: number;
    cash: number;
    shares: Record<string, number>;
    director: string | null;
    privates: string[];
    loans: number;
    certificates: number;
    certificate_limit: number;
    next_card: number;
    worth: Player['worth'];
    wealth: number;
  }[];
  companies: (RawShare & {
    director: number | null;
    treasury: number;
    revenue: number;
    lines: number[];
    parked: string[];
    privates: string[];
    can_run: number;
    maintenance: number;
    maintenance_after: Record<string, number>;
    must_buy: RawDuty | null;
  })[];
  stadtbahn: (RawShare & { run: { value: number; multiplier: number; total: number }; next_hexes: string[] })[];
  market: { cells: (RawCell & { companies: string[] })[]; order: string[] };
  company_order: string[];
  trams: {
    now: RawOffer[];
    next: RawOffer[];
    left: Record<string, number>;
    maintenance: Record<string, number>;
    maintenance_after_first: Record<string, Record<string, number>>;
  };
  lines: {
    number: number;
    place: 'hidden' | 'offered' | 'owned' | 'closed';
    company: string | null;
    tram: string | null;
    markers: number;
    next_marker_price: number | null;
    maintenance: number | null;
    route: RawRoute | null;
  }[];
  line_cards: { offered: number[]; hidden: number };
  tiles: { hex: string; tile: string; rotation: number }[];
  supply: Record<string, number>;
  markers: { hex: string; location: number; circle: number; line: number | null; stadtbahn: string | null }[];
  privates: {
    id: string;
    face: number;
    dividend: number;
    landmark: string;
    seat: number | null;
    company: string | null;
    gone: boolean;
    minimum: number;
  }[];
  auction: { private: string | null; line: number | null; bid: number; minimum: number; high: string | number } | null;
  bidders:
    | {
        seat?: number;
        company?: string;
        money: number;
        must_buy: RawDuty | null;
        can_bid: number;
        state: Bidder['state'];
      }[]
    | null;
  cards: { taken: (number | null)[]; choosers: number[] } | null;
  turn: {
    line: number;
    bonus: string | null;
    tile_laid: boolean;
    stadtbahn_laid: boolean;
    marker_placed: boolean;
  } | null;
  offer: { private: string; price: number; company: string; seat: number } | null;
  moves: RawMoves | null;
}

interface Lying {
  face: Face;
  rotation: number;
}

export function lying(map: MapData, laid: RawState['tiles']): (hex: string) => Lying | null {
  const byHex = new Map(laid.map((entry) => [entry.hex, entry]));
  return (hex) => {
    const entry = byHex.get(hex);
    const tile = entry && tileTable.get(entry.tile);
    if (entry && tile) return { face: faceOf(tile, hex), rotation: tile.faces ? 0 : entry.rotation };
    const printed = map.hexes.get(hex);
    return printed ? { face: printed, rotation: 0 } : null;
  };
}

// Stops of a route lie on neighbouring hexes; the side they share tells the way. A red area of two hexes is one stop.
export function routeSteps(
  map: MapData,
  at: ReturnType<typeof lying>,
  stops: { hex: string; location: number }[],
): RouteStep[] {
  const places = (stop: { hex: string; location: number }) => {
    const shared = at(stop.hex)?.face.locations[stop.location]?.hexes;
    return shared && shared.length > 1 ? shared.map((hex) => ({ hex, location: 0 })) : [stop];
  };
  const reaches = (place: { hex: string; location: number }, edge: number) => {
    const here = at(place.hex);
    return here?.face.segments.some((segment) => {
      const e = segment.from.edge ?? segment.to.edge;
      return (
        segment.track === 'tram' &&
        e !== undefined &&
        (e + here.rotation) % 6 === edge &&
        (segment.from.location ?? segment.to.location) === place.location
      );
    });
  };
  const steps: RouteStep[] = stops.map((stop) => ({ hex: stop.hex, location: stop.location, from: null, to: null }));
  const extra: RouteStep[] = [];
  for (let i = 0; i + 1 < stops.length; ++i) {
    const [a, b] = [stops[i], stops[i + 1]];
    if (!a || !b) continue;
    for (const from of places(a))
      for (const to of places(b)) {
        const side = map.hexes.get(from.hex)?.neighbours.find((n) => n.hex === to.hex);
        if (!side || !reaches(from, side.edge) || !reaches(to, (side.edge + 3) % 6)) continue;
        const [leave, enter] = [steps[i], steps[i + 1]];
        if (leave && from.hex === a.hex) leave.to = side.edge;
        else extra.push({ hex: from.hex, location: 0, from: null, to: side.edge });
        if (enter && to.hex === b.hex) enter.from = (side.edge + 3) % 6;
        else extra.push({ hex: to.hex, location: 0, from: (side.edge + 3) % 6, to: null });
      }
  }
  return [...steps, ...extra];
}

function drawn(
  map: MapData,
  at: ReturnType<typeof lying>,
  company: string | null,
  route: RawRoute | null,
): DrawnRoute | null {
  if (!route || !company || route.stops.length < 2) return null;
  let steps: RouteStep[] | undefined; // found when they are drawn: of many lines one is
  return {
    company,
    get steps() {
      return (steps ??= routeSteps(map, at, route.stops));
    },
    stops: route.stops.map((stop) => ({ hex: stop.hex, location: stop.location, value: stop.value + stop.bonus })),
  };
}

// The same for tiles that lie anywhere.
export const drawnRoute = (
  map: MapData,
  tiles: RawState['tiles'],
  company: string,
  route: RawRoute,
): DrawnRoute | null => drawn(map, lying(map, tiles), company, route);

const shareOf = (
  raw: RawShare,
): Pick<Company, 'id' | 'price' | 'row' | 'column' | 'bank' | 'nextPrice' | 'projections'> => ({
  id: raw.id,
  price: raw.cell?.price ?? null,
  row: raw.cell?.row ?? 0,
  column: raw.cell?.column ?? 0,
  bank: raw.shares_left / sharePercent,
  nextPrice: raw.next_price,
  projections: raw.dividend_moves.map((move) => ({
    amount: move.dividend,
    row: move.row,
    column: move.column,
    price: move.price,
  })),
});

function trams(raw: RawState['trams']): Tram[] {
  return Object.entries(raw.left)
    .map(([colour, left]) => ({
      colour,
      left,
      price: raw.now.find((offer) => offer.colour === colour)?.price ?? null,
      next: raw.next.find((offer) => offer.colour === colour)?.price ?? null,
      maintenance: raw.maintenance[colour] ?? 0,
      later: Object.entries(raw.maintenance_after_first).flatMap(([after, costs]) =>
        costs[colour] === undefined ? [] : [{ after, maintenance: costs[colour] }],
      ),
    }))
    .sort((a, b) => tramColours.indexOf(a.colour) - tramColours.indexOf(b.colour))
    .map((tram) => ({
      ...tram,
      later: tram.later.sort((a, b) => tramColours.indexOf(a.after) - tramColours.indexOf(b.after)),
    }));
}

// A view is read once, whoever asks: table, story and ledger.
const read = new WeakMap<MatchView, Position>();
export function positionOf(view: MatchView): Position {
  const before = read.get(view);
  if (before) return before;
  const position = readPosition(view);
  read.set(view, position);
  return position;
}

function readPosition(view: MatchView): Position {
  const state = view.state as unknown as RawState;
  const map = mapOf(state.options.map);
  const at = lying(map, state.tiles);
  const inLineRound = state.round.kind === 'line';
  const owned = state.lines.filter((line) => line.place === 'owned');
  const ran = (number: number) => inLineRound && state.active.line !== null && number < state.active.line;
  const lines: Line[] = state.lines.map((line) => ({
    number: line.number,
    place: line.place,
    company: line.company,
    tram: line.tram,
    markers: line.markers,
    nextMarker: line.next_marker_price,
    ran: ran(line.number),
    operated: line.markers > 0,
    best: line.route && line.route.stops.length > 1 ? line.route.revenue : null,
    net: line.route && line.maintenance !== null ? line.route.revenue + line.maintenance : null,
    last: null,
    route: drawn(map, at, line.company, line.route),
  }));
  const companies: Company[] = [
    ...state.companies.map((raw) => ({
      ...shareOf(raw),
      stadtbahn: false,
      director: raw.director,
      treasury: raw.treasury,
      revenue: raw.revenue,
      lines: raw.lines,
      parked: raw.parked,
      privates: raw.privates,
      canRun: raw.can_run,
      maintenance: raw.maintenance,
      later: Object.entries(raw.maintenance_after)
        .map(([after, maintenance]) => ({ after, maintenance }))
        .sort((a, b) => tramColours.indexOf(a.after) - tramColours.indexOf(b.after)),
      mustBuy: raw.must_buy,
      run: 0,
      multiplier: 1,
    })),
    ...state.stadtbahn.map((raw) => ({
      ...shareOf(raw),
      stadtbahn: true,
      director: null,
      treasury: 0,
      revenue: 0,
      lines: [],
      parked: [],
      privates: [],
      canRun: raw.run.total,
      maintenance: 0,
      later: [],
      mustBuy: null,
      run: raw.run.value,
      multiplier: raw.run.multiplier,
    })),
  ];
  const effects = new Map<string, Effect>();
  for (const [hex, byTile] of Object.entries(state.moves?.tiles ?? {}))
    for (const [tile, { cost, rotations }] of Object.entries(byTile))
      for (const { rotation, gain } of rotations)
        effects.set(effectKey(hex, tile, rotation), {
          gain: gain === null ? null : Math.max(gain, effects.get(effectKey(hex, tile, rotation))?.gain ?? -Infinity),
          cost,
        });
  const auction = state.auction;
  return {
    map: state.options.map,
    era: state.round.era,
    round: state.round.id,
    kind: state.round.kind,
    step: state.step,
    seats: view.to_act,
    company: state.active.company,
    line: state.active.line,
    bonus: state.turn?.bonus ?? null,
    order: state.order,
    companyOrder: state.company_order.length ? state.company_order : state.market.order,
    lineOrder: inLineRound ? owned.map((line) => line.number) : [],
    players: state.players.map((player) => ({
      seat: player.seat,
      cash: player.cash,
      shares: new Map(Object.entries(player.shares).map(([id, percent]) => [id, percent / sharePercent])),
      director: player.director,
      privates: player.privates,
      loans: player.loans,
      certificates: player.certificates,
      limit: player.certificate_limit,
      wealth: player.wealth,
      worth: player.worth,
      nextPlace: player.next_card,
    })),
    companies,
    market: state.market.cells.map(({ row, column, companies: stack }) => ({ row, column, stack })),
    trams: trams(state.trams),
    nextSale: nextSale(state),
    lines,
    hidden: state.line_cards.hidden,
    privates: state.privates.map((entry) => ({
      id: entry.id,
      seat: entry.seat,
      company: entry.company,
      closed: entry.gone,
      minimum: entry.seat === null && entry.company === null ? entry.minimum : null,
      face: entry.face,
      dividend: entry.dividend,
      landmark: entry.landmark,
    })),
    auction: auction && {
      private: auction.private,
      line: auction.line,
      price: auction.bid,
      minimum: auction.minimum,
      seat: typeof auction.high === 'number' ? auction.high : null,
      company: typeof auction.high === 'string' ? auction.high : null,
    },
    bidders: (state.bidders ?? []).map((entry) => ({
      seat: entry.seat ?? null,
      company: entry.company ?? null,
      money: entry.money,
      mustBuy: entry.must_buy,
      canBid: entry.can_bid,
      state: entry.state,
    })),
    cards: state.cards,
    offer: state.offer,
    tiles: state.tiles,
    markers: state.markers.map((marker) => ({
      hex: marker.hex,
      location: marker.location,
      circle: marker.circle,
      ...(marker.stadtbahn
        ? { stadtbahn: marker.stadtbahn }
        : { line: marker.line ?? 0, company: lines.find((line) => line.number === marker.line)?.company ?? '' }),
    })),
    supply: new Map(Object.entries(state.supply)),
    nextStadtbahn: new Set(state.stadtbahn.flatMap((entry) => entry.next_hexes)),
    effects,
    moves: state.moves,
    turn: state.turn,
  };
}

function nextSale(state: RawState): string | null {
  if (state.trams.next.length === 0) return null;
  return rounds.slice(state.round.place + 1).find((round) => round.kind === 'company')?.id ?? null;
}
