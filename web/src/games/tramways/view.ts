// A position of Tramways as the components need it, filled from the engine's view. Every number is the engine's.
import type { MatchView } from '@/table/contract';
import type { BoardField, BoardLink, Edge, Spot } from './board/board';

export interface Points {
  hp: number;
  links: number;
  money: number;
  stress: number;
}

export interface Seat {
  seat: number;
  money: number;
  hp: number;
  stress: number;
  stressMax: number;
  workers: number;
  workerLimit: number;
  straights: number;
  curves: number;
  handLimit: number;
  handSize: number;
  hand: number[] | null;
  deckSize: number;
  deck: number[] | null;
  discard: number[];
  links: number;
  score: number;
  points: Points; // the terms of the score, with their signs
  devOffer: number[] | null;
  discardsMade: number;
}

// A ticket book: its open card, all cards while the viewer looks into it, and what the viewer saw when it was last looked into.
export interface Book {
  size: number;
  open: number | null;
  cards: number[] | null;
  seen: { cards: number[]; taken_since: number } | null;
}

export interface Position {
  round: number;
  phase: string;
  order: number[];
  actionsDone: number;
  variant: string;
  fields: BoardField[];
  links: BoardLink[];
  players: Seat[];
  row: number[];
  auctionDeck: number;
  auctionDiscard: number[];
  bids: Map<number, number>;
  places: (number | null)[];
  supply: [string, number[]][];
  discs: string[];
  draft: number[];
  devOpen: number[];
  devDeck: number;
  journey: { field: Spot; route: number[] } | null; // of the passenger on the way while a bonus is chosen
  books: Book[];
  bookOpen: number | null;
  final: { rating: string | null } | null;
}

interface RawPlayer {
  money: number;
  hp: number;
  stress: number;
  stress_max: number;
  workers: number;
  worker_limit: number;
  straights: number;
  curves: number;
  hand_limit: number;
  hand_size: number;
  hand: number[] | null;
  deck_size: number;
  deck: number[] | null;
  discard: number[];
  links: number;
  score: number;
  points: Points;
  dev_offer?: number[] | null;
  discards_made?: number;
}

export interface RawState {
  round: number;
  phase: string;
  turn_order: number[];
  actions_done: number;
  variant: string;
  links: Record<
    string,
    {
      owner: number;
      pieces: [number, number, Edge, Edge][];
      ends: [Spot, Spot | null];
      complete: boolean;
      upgraded: boolean;
    }
  >;
  link_values: Record<string, number>;
  buildings: Record<string, { type: string; owner: number; upgraded: boolean }>;
  passengers: Spot[];
  parcels: Record<string, number | null>;
  supply: Record<string, number[]>;
  discs: string[];
  draft: number[];
  dev_open: number[];
  book_open: number | null;
  books: Book[];
  map: { x: number; y: number; ground: string; building?: string; place?: Spot; rails?: number }[];
  players: RawPlayer[];
  auction: {
    row: number[];
    deck_size: number;
    discard: number[];
    bids: Record<string, number>;
    places: (number | null)[];
  };
  dev_deck_size: number;
  journey: { field: Spot; route: number[] } | null;
  final: { rating: string | null } | null;
}

const grounds: Record<string, BoardField['ground']> = { '.': 'plain', '^': 'mountain', '~': 'water' };

export function positionOf(view: MatchView): Position {
  const state = view.state as unknown as RawState;
  const riding = new Set(state.passengers.map(([x, y]) => `${x},${y}`));
  const fields = state.map.map(({ x, y, ground, building, place, rails }): BoardField => {
    const built = state.buildings[`${x},${y}`];
    const isParcel = /^[A-J]\d$/.test(ground);
    return {
      x,
      y,
      ground: grounds[ground] ?? (isParcel ? 'parcel' : 'building'),
      parcel: isParcel ? ground : null,
      owner: built ? built.owner : isParcel ? (state.parcels[ground] ?? null) : null,
      building: (building as BoardField['building']) ?? null,
      built: built !== undefined,
      upgraded: built?.upgraded ?? false,
      passenger: riding.has(`${x},${y}`),
      rails: rails ?? 0,
      ...(place ? { place } : {}),
    };
  });
  return {
    round: state.round,
    phase: state.phase,
    order: state.turn_order,
    actionsDone: state.actions_done,
    variant: state.variant,
    fields,
    links: Object.entries(state.links).map(([id, link]) => ({
      id: Number(id),
      owner: link.owner,
      pieces: link.pieces,
      complete: link.complete,
      upgraded: link.upgraded,
      ends: link.ends,
      pays: state.link_values[id] ?? link.pieces.length,
    })),
    players: state.players.map((player, seat) => ({
      seat,
      money: player.money,
      hp: player.hp,
      stress: player.stress,
      stressMax: player.stress_max,
      workers: player.workers,
      workerLimit: player.worker_limit,
      straights: player.straights,
      curves: player.curves,
      handLimit: player.hand_limit,
      handSize: player.hand_size,
      hand: player.hand,
      deckSize: player.deck_size,
      deck: player.deck,
      discard: player.discard,
      links: player.links,
      score: player.score,
      points: player.points,
      devOffer: player.dev_offer ?? null,
      discardsMade: player.discards_made ?? 0,
    })),
    row: state.auction.row,
    auctionDeck: state.auction.deck_size,
    auctionDiscard: state.auction.discard,
    bids: new Map(Object.entries(state.auction.bids).map(([seat, bid]) => [Number(seat), bid])),
    places: state.auction.places,
    supply: Object.entries(state.supply),
    discs: state.discs,
    draft: state.draft,
    devOpen: state.dev_open,
    devDeck: state.dev_deck_size,
    journey: state.journey,
    books: state.books,
    bookOpen: state.book_open,
    final: state.final,
  };
}
