// What the board shows, independent of how it is drawn.
export type Edge = 'N' | 'E' | 'S' | 'W';
export type Spot = [number, number];

export interface BoardField {
  x: number;
  y: number;
  ground: 'plain' | 'mountain' | 'water' | 'parcel' | 'building';
  parcel: string | null;
  owner: number | null; // of the parcel
  building: 'R' | 'C' | 'L' | 'I' | null;
  built: boolean;
  upgraded: boolean;
  passenger: boolean;
  rails: number; // what a piece of track takes here
  place?: Spot; // the first field of the whole building
}

export interface BoardLink {
  id: number;
  owner: number;
  pieces: [number, number, Edge, Edge][];
  complete: boolean;
  upgraded: boolean;
  pays: number;
  ends?: [Spot, Spot | null]; // the fields it touches; the second is null while it is incomplete
}

export const edges: Edge[] = ['N', 'E', 'S', 'W'];
export const stepOf: Record<Edge, Spot> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const opposite: Record<Edge, Edge> = { N: 'S', E: 'W', S: 'N', W: 'E' };
export const spotOf = (text: string): Spot => text.split(',').map(Number) as Spot;
export const key = ([x, y]: Spot) => `${x},${y}`;
export const extentOf = (fields: { x: number; y: number }[]) => ({
  w: Math.max(...fields.map((field) => field.x)) + 1,
  h: Math.max(...fields.map((field) => field.y)) + 1,
});
// Column and row, as on the margins of the map. The number comes first: "b4" would be taken for the parcel B4.
export const rowName = (y: number): string =>
  (y >= 26 ? String.fromCharCode(96 + Math.floor(y / 26)) : '') + String.fromCharCode(97 + (y % 26));
export const spotName = ([x, y]: Spot) => `${x + 1}${rowName(y)}`;
export const beyond = ([x, y]: Spot, edge: Edge): Spot => [x + stepOf[edge][0], y + stepOf[edge][1]];

export function edgeTowards(from: Spot, to: Spot): Edge | null {
  return edges.find((edge) => key(beyond(from, edge)) === key(to)) ?? null;
}

// The middle of a field's edge, in fields.
export function edgePoint([x, y]: Spot, edge: Edge): Spot {
  return [x + 0.5 + stepOf[edge][0] / 2, y + 0.5 + stepOf[edge][1] / 2];
}

// A chain of pieces as one path: curves bend around the middle of their field.
export function chainPath(pieces: [number, number, Edge, Edge][], c: number): string {
  return pieces
    .map(([x, y, entry, exit], i) => {
      const [ax, ay] = edgePoint([x, y], entry);
      const [bx, by] = edgePoint([x, y], exit);
      const f = (v: number) => (v * c).toFixed(1);
      return `${i === 0 ? `M${f(ax)} ${f(ay)}` : ''}Q${f(x + 0.5)} ${f(y + 0.5)} ${f(bx)} ${f(by)}`;
    })
    .join('');
}

// Where the badge of a link stands: in the middle of its chain.
export function chainMiddle(pieces: [number, number, Edge, Edge][]): Spot {
  const n = pieces.length;
  const piece = pieces[Math.floor(n / 2)];
  if (!piece) return [0, 0];
  const [x, y, entry, exit] = piece;
  if (n % 2 === 0) return edgePoint([x, y], entry);
  const [a, b] = [edgePoint([x, y], entry), edgePoint([x, y], exit)];
  return [(a[0] + b[0]) / 4 + (x + 0.5) / 2, (a[1] + b[1]) / 4 + (y + 0.5) / 2];
}
