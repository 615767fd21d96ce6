// The component data of 1840 as the board needs it: map with its variants, tiles, companies. The same files the engine reads.
import game from '@data/1840/game.json';
import fullMap from '@data/1840/map.json';
import variants from '@data/1840/map_variants.json';
import tileData from '@data/1840/tiles.json';
import upgradeData from '@data/1840/upgrades.json';

export type Era = 'yellow' | 'green' | 'brown' | 'grey';
export const eras: Era[] = ['yellow', 'green', 'brown', 'grey'];

export interface Location {
  id: string;
  type: 'halt' | 'interchange';
  slots: number;
  revenue: Record<Era, number>;
  boxes?: Partial<Record<Era, number>>;
  served_by: string[];
  terminal?: boolean;
  hexes?: string[];
  name?: string;
}

export interface End {
  edge?: number;
  location?: number;
}

export interface Segment {
  from: End;
  to: End;
  track: 'tram' | 'stadtbahn';
  terminal?: boolean;
}

export interface Face {
  locations: Location[];
  segments: Segment[];
}

export interface Hex extends Face {
  id: string;
  row: number;
  number: number;
  kind: string;
  name: string | null;
  accepts: string | null;
  cost: number;
  terrain?: string;
  landmark?: string;
  arrows?: number[];
  stadtbahn?: { line: string; build_position: number; exits: number[]; bonus: string };
  stadtbahn_markers?: { line: string; location: string; terminus: boolean }[];
  home_of?: { line: number; location: string | null }[];
  area?: string;
  background: string;
  neighbours: { edge: number; hex: string | null; status: string; line?: string }[];
}

export interface Tile {
  id: string;
  colour: Era | 'red' | 'purple';
  count: number;
  class: string;
  orange_edge: boolean;
  locations?: Location[];
  segments?: Segment[];
  faces?: Record<string, Face>;
}

interface Variant {
  id: string;
  base: string | null;
  remove_hexes?: string[];
  replace_hexes?: Hex[];
  stadtbahn_lines?: Record<string, StadtbahnLine>;
}

export interface StadtbahnLine {
  name: string;
  path: { hex: string; role: string; enter: number | null; exit: number | null }[];
}

export interface MapData {
  hexes: Map<string, Hex>;
  lines: Record<string, StadtbahnLine>;
}

export const tiles = new Map((tileData.tiles as unknown as Tile[]).map((tile) => [tile.id, tile]));
const list = variants.variants as unknown as Variant[];
const maps = new Map<string, MapData>();

// The map of a variant: its base without the hexes it takes away, with those it puts in.
export function mapOf(variant: string): MapData {
  const known = maps.get(variant);
  if (known) return known;
  const change = list.find((entry) => entry.id === variant);
  const base: MapData =
    change?.base != null
      ? mapOf(change.base)
      : {
          hexes: new Map((fullMap.hexes as unknown as Hex[]).map((hex) => [hex.id, hex])),
          lines: fullMap.stadtbahn_lines as unknown as Record<string, StadtbahnLine>,
        };
  const hexes = new Map(base.hexes);
  for (const id of change?.remove_hexes ?? []) hexes.delete(id);
  for (const hex of change?.replace_hexes ?? []) hexes.set(hex.id, hex);
  const map = { hexes, lines: change?.stadtbahn_lines ?? base.lines };
  maps.set(variant, map);
  return map;
}

// The printed chart of tiles: what may lie first on a kind of hex, and what a tile may become.
export const firstLays = (accepts: string | null): string[] =>
  upgradeData.first_lays.filter((entry) => entry.accepts === accepts).flatMap((entry) => entry.tiles);
export const upgradesOf = (tile: string): string[] => [
  ...new Set(upgradeData.upgrades.filter((entry) => entry.from === tile).map((entry) => entry.to)),
];

// The face a tile shows on a hex: the special purple tiles have one for each of their hexes.
// Always the same object for the same face: layouts are kept by it.
const plainFaces = new WeakMap<Tile, Face>();
export function faceOf(tile: Tile, hex: string): Face {
  const own = tile.faces?.[hex] ?? Object.values(tile.faces ?? {})[0] ?? plainFaces.get(tile);
  if (own) return own;
  const face = { locations: tile.locations ?? [], segments: tile.segments ?? [] };
  plainFaces.set(tile, face);
  return face;
}

export interface Company {
  id: string;
  name: string;
  short: string;
  letters: string;
  shape: Shape;
  colour: string;
  dark: string;
  text: string;
}

export type Shape = 'circle' | 'square' | 'diamond' | 'hexagon' | 'arch' | 'shield';

interface CompanyData {
  id: string;
  name: string;
  short?: string;
  letters?: string;
  shape?: Shape;
  colour: string;
  colour_dark?: string;
  text_colour: string;
}

const toCompany = (data: CompanyData): Company => ({
  id: data.id,
  name: data.name,
  short: data.short ?? data.name,
  letters: data.letters ?? data.id,
  shape: data.shape ?? 'circle',
  colour: data.colour,
  dark: data.colour_dark ?? data.colour,
  text: data.text_colour,
});

export const companies = new Map((game.tram_companies as CompanyData[]).map((data) => [data.id, toCompany(data)]));
export const stadtbahnen = new Map(
  (game.stadtbahn_companies as CompanyData[]).map((data) => [data.id, toCompany(data)]),
);
export const [firstStadtbahn] = stadtbahnen.keys();
export const privates = new Map(game.privates.map((entry) => [entry.id, entry]));
export const rounds = game.rounds as { id: string; kind: string; revenue_era: Era; stadtbahn_multiplier?: number }[];
export const chart = game.share_chart.rows;
export const parCells = game.share_chart.tram_par_cells;
export const lineHomes = game.lines.homes as Record<string, string>;
export const markerCosts = game.lines.station_costs;
export const minLineBid = game.lines.auction_min_bid;
export const costs = game.costs;
export const preemptiveRight = game.preemptive_right_value;
export const sharePercent = game.tram_company_shares.ordinary_percent;
export const directorPercent = game.tram_company_shares.director_percent;
export const tramColours = game.trams.colour_order;

// "WT" -> "c-wt": the class that carries a company's colours (styles/owners.css is written from the data).
export function classOf(company: string): string {
  return `c-${company.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}
