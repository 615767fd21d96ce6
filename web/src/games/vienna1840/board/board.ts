// What the map shows, prepared from the data and the view: one entry per hex, independent of how it is drawn.
import { faceOf, firstStadtbahn, tiles, type Era, type Face, type Hex, type MapData, type Tile } from '../data';
import { apothem, hexCentre, layout, type Curve, type Layout, type Point } from './geometry';

export interface LaidTile {
  hex: string;
  tile: string;
  rotation: number;
}

export interface Marker {
  hex: string;
  location: number; // place of the location in its face
  circle?: number; // circle of the hex, counted over its locations
  line?: number;
  company?: string;
  stadtbahn?: string;
}

export interface BoardHex {
  hex: Hex;
  at: Point;
  tile: Tile | null;
  rotation: number;
  face: Face;
  drawing: Layout;
  stadtbahn: string | null; // the Stadtbahn line whose path crosses here
  role: AreaRole; // of a hex of a red area
}

export const unit = 40; // side of a hex in the units of the drawing
export const move = (p: Point): string => `translate(${(p.x * unit).toFixed(1)} ${(p.y * unit).toFixed(1)})`;
export const shortName = (name: string): string => name.replace(' am Walde', '').replace(' & Universität', '');

// What is read off a map that does not change, once for each map.
function once<T>(read: (map: MapData) => T): (map: MapData) => T {
  const known = new WeakMap<MapData, { value: T }>();
  return (map) => {
    const kept = known.get(map) ?? { value: read(map) };
    known.set(map, kept);
    return kept.value;
  };
}

export const stadtbahnAt = once((map): Map<string, string> => {
  const lines = new Map<string, string>();
  for (const [line, { path }] of Object.entries(map.lines))
    for (const step of path) lines.set(step.hex, lines.has(step.hex) ? (firstStadtbahn ?? line) : line);
  return lines;
});

const drawnBefore = once(() => new Map<string, BoardHex>());

// One entry per hex, the very same object as long as the same lies there: what has not changed is not drawn again.
export function boardHexes(map: MapData, laid: LaidTile[]): BoardHex[] {
  const lying = new Map(laid.map((entry) => [entry.hex, entry]));
  const lines = stadtbahnAt(map);
  const known = drawnBefore(map);
  return [...map.hexes.values()].map((hex) => {
    const entry = lying.get(hex.id);
    const tile = entry ? (tiles.get(entry.tile) ?? null) : null;
    const rotation = tile && !tile.faces ? (entry?.rotation ?? 0) : 0;
    const key = `${hex.id} ${tile?.id ?? ''} ${rotation}`;
    let drawn = known.get(key);
    if (!drawn) {
      const face: Face = tile ? faceOf(tile, hex.id) : hex;
      drawn = {
        hex,
        at: hexCentre(hex.row, hex.number),
        tile,
        rotation,
        face,
        drawing: layout(face, rotation),
        stadtbahn: lines.get(hex.id) ?? null,
        role: areaRole(hex, map),
      };
      known.set(key, drawn);
    }
    return drawn;
  });
}

export type AreaRole = 'whole' | 'circles' | 'values' | null;

// The hex of a two-hex red area that shows its circles: the western one. The other shows the values.
function areaRole(hex: Hex, map: MapData): AreaRole {
  if (hex.kind !== 'red-edge') return null;
  const shared = hex.locations.find((location) => location.hexes && location.hexes.length > 1);
  if (!shared?.hexes) return 'whole';
  const order = [...shared.hexes].sort((a, b) => {
    const [p, q] = [map.hexes.get(a), map.hexes.get(b)];
    return p && q ? hexCentre(p.row, p.number).x - hexCentre(q.row, q.number).x : 0;
  });
  return order[0] === hex.id ? 'circles' : 'values';
}

// The name printed on a hex, and where it stands: under a circle; on a red area above its circles, or below where arrows come in from
// above. A tile covers it.
export function nameOn(entry: BoardHex): { at: Point; text: string } | null {
  const { at, hex, role } = entry;
  if (!hex.name || (role === null && (entry.tile !== null || ['park', 'railway-station'].includes(hex.kind))))
    return null;
  const named = (x: number, y: number) => ({ at: { x: at.x + x, y: at.y + y }, text: shortName(hex.name ?? '') });
  if (role === null) return named(0, hex.kind === 'inner-city' ? 0.64 : 0.62);
  const fromAbove = entry.face.segments.some((segment) => segment.terminal && [2, 3].includes(segment.from.edge ?? -1));
  if (role === 'whole') return named(0, fromAbove ? 0.86 : -0.46);
  const other = hex.neighbours.find((n) => n.status === 'same-area');
  const level = other ? [1, 4].includes(other.edge) : true;
  if (!level) return role === 'values' ? named(0, -0.36) : null;
  return role === 'circles' ? named(apothem, fromAbove ? 0.56 : -0.46) : null;
}

export function kindClass(entry: BoardHex): string {
  if (entry.tile) return `t-${entry.tile.colour}`;
  const { kind, terrain, background } = entry.hex;
  if (terrain === 'river') return 'h-river';
  if (kind === 'red-edge' || background === 'red') return 'h-red';
  if (kind === 'inner-city') return 'h-inner';
  if (kind === 'railway-station') return 'h-purple';
  if (kind === 'park') return 'h-park';
  if (kind === 'edge-halt' || kind === 'fixed') return 'h-edge';
  if (kind === 'stadtbahn') return 'h-sb';
  return 'h-plain';
}

// The number on a hex's badge: the one value all its locations share, if there is one to show.
export function badgeValue(entry: BoardHex, era: Era): number | null {
  const values = new Set(entry.face.locations.map((location) => location.revenue[era]));
  const [value] = values;
  if (values.size !== 1 || value === undefined || value === 0) return null;
  if (entry.face.locations.some((location) => location.boxes && Object.keys(location.boxes).length > 2)) return null;
  return value;
}

export const coordinate = (id: string) => ({ row: id.charCodeAt(0) - 65, number: Number(id.slice(1)) });

export function curvePath({ a, c, b }: Curve, s: number, at: Point = { x: 0, y: 0 }): string {
  const f = (p: Point) => `${((at.x + p.x) * s).toFixed(1)} ${((at.y + p.y) * s).toFixed(1)}`;
  return `M${f(a)}Q${f(c)} ${f(b)}`;
}

const corners = (size: number): Point[] =>
  [-90, -30, 30, 90, 150, 210].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: size * Math.cos(angle), y: size * Math.sin(angle) };
  });
const hexPaths = new Map<number, string>();

export function hexPath(s: number, radius = 1): string {
  const size = radius * s;
  const known = hexPaths.get(size);
  if (known) return known;
  const points = corners(size).map((p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`);
  const path = `M${points.join('L')}Z`;
  hexPaths.set(size, path);
  return path;
}

// Many hexes as one path: what is lit changes with every move, and one long path costs far less than an element for each.
export const hexesPath = (places: Point[], s: number, radius = 1): string =>
  places
    .map((at) => {
      const [first = '', ...others] = corners(radius * s).map(
        (p) => `${(at.x * s + p.x).toFixed(1)} ${(at.y * s + p.y).toFixed(1)}`,
      );
      return `M${first}L${others.join('L')}Z`;
    })
    .join('');

const dashes: Record<string, [number, number][]> = {
  W: [[0.01, 0.19]],
  V: [[0.1, 0.19]],
  G: [
    [0.2, 0.17],
    [0.01, 0.17],
  ],
  D: [[0.36, 0.19]],
};

export function dash(line: string, s: number, scale = 1): string {
  return (dashes[line] ?? [[0.2, 0.2]])
    .flat()
    .map((part) => (part * s * scale).toFixed(2))
    .join(' ');
}
