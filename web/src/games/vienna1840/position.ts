// A position of 1840 as the components need it. view.ts fills it from the engine's view; no component reads the view itself.
import type { LaidTile, Marker } from './board/board';
import type { Era } from './data';
import type { DrawnRoute } from './board/routes';
import type { RawMoves, RawState } from './view';

export interface Player {
  seat: number;
  cash: number;
  shares: Map<string, number>; // company -> number of 10 % shares
  director: string | null;
  privates: string[];
  loans: number;
  certificates: number;
  limit: number;
  wealth: number;
  worth: { tram_shares: number; stadtbahn_shares: number; privates: number; loans: number }; // the wealth besides cash
  nextPlace: number; // in the playing order, if the cards were dealt now
}

export interface TramPrice {
  colour: string;
  price: number;
}

export interface Projection {
  amount: number; // dividends from this sum on
  row: number;
  column: number;
  price: number;
}

export interface Company {
  id: string;
  stadtbahn: boolean;
  director: number | null;
  treasury: number;
  revenue: number;
  price: number | null; // null: not on the chart
  row: number;
  column: number;
  lines: number[];
  parked: string[]; // colours of trams without a line
  privates: string[];
  bank: number; // shares nobody owns
  canRun: number; // best routes of its lines now, or of the Stadtbahn with its multiplier
  maintenance: number; // of its lines' trams
  later: { after: string; maintenance: number }[]; // once a tram of that colour is bought
  mustBuy: TramPrice | null; // the tram it must still buy in this company round
  nextPrice: number | null; // of the share, if all its revenue were paid out
  run: number; // Stadtbahn: what its run earns now
  multiplier: number;
  projections: Projection[];
}

export interface Tram {
  colour: string;
  left: number;
  price: number | null; // on sale now
  next: number | null; // price in the next company round
  maintenance: number; // now; negative = cost
  later: { after: string; maintenance: number }[]; // once a tram of that colour is bought
}

export interface Line {
  number: number;
  place: 'hidden' | 'offered' | 'owned' | 'closed';
  company: string | null;
  tram: string | null;
  markers: number;
  nextMarker: number | null;
  ran: boolean; // has done its turn in this round
  operated: boolean; // has its home marker
  best: number | null; // of its best route now
  net: number | null;
  last: number | null;
  route: DrawnRoute | null;
}

export interface Private {
  id: string;
  seat: number | null;
  company: string | null;
  closed: boolean;
  minimum: number | null;
  face: number;
  dividend: number;
  landmark: string; // hex
}

export interface Auction {
  private: string | null;
  line: number | null;
  price: number;
  minimum: number; // of the next bid
  seat: number | null; // who leads
  company: string | null;
}

export interface Bidder {
  seat: number | null;
  company: string | null;
  money: number;
  mustBuy: TramPrice | null;
  canBid: number;
  state: 'in' | 'passed' | 'won' | 'out' | 'full';
}

export interface Offer {
  private: string;
  price: number;
  company: string;
  seat: number; // who is asked
}

export interface Effect {
  gain: number | null;
  cost: number;
}

export interface Position {
  map: string;
  era: Era;
  round: string;
  kind: string; // of the round
  step: string;
  seats: number[]; // to act
  company: string | null;
  line: number | null;
  bonus: string | null;
  order: number[]; // seats in playing order
  companyOrder: string[];
  lineOrder: number[];
  players: Player[];
  companies: Company[];
  market: { row: number; column: number; stack: string[] }[];
  trams: Tram[];
  nextSale: string | null;
  lines: Line[];
  hidden: number;
  privates: Private[];
  auction: Auction | null;
  bidders: Bidder[]; // empty where nothing is auctioned
  cards: { taken: (number | null)[]; choosers: number[] } | null; // while playing order cards are chosen
  offer: Offer | null;
  tiles: LaidTile[];
  markers: Marker[];
  supply: Map<string, number>;
  nextStadtbahn: Set<string>;
  effects: Map<string, Effect>; // effectKey -> what a lay does
  moves: RawMoves | null; // the viewer's moves, by what is touched
  turn: RawState['turn'];
}

export const effectKey = (hex: string, tile: string, rotation: number) => `${hex}:${tile}:${rotation}`;
