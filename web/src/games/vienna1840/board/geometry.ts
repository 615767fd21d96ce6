// Where everything on a hex is drawn. Lengths in s, the hex radius; edge e lies at 120 + 60 e degrees, clockwise, 0 = east.
import file from '@data/1840/faces.json';
import type { Face, Segment } from '../data';

export interface Point {
  x: number;
  y: number;
}

export const apothem = Math.sqrt(3) / 2;

export function edgeDirection(edge: number): Point {
  const angle = ((120 + 60 * edge) * Math.PI) / 180;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

export function edgePoint(edge: number, distance = apothem): Point {
  const d = edgeDirection(edge);
  return { x: d.x * distance, y: d.y * distance };
}

export function hexCentre(row: number, number: number): Point {
  return { x: apothem * (number - 1), y: 1.5 * row };
}

// A piece of track: a quadratic curve from `a` to `b`, bent towards `c`; straight where c lies between them.
export interface Curve {
  a: Point;
  c: Point;
  b: Point;
}

const centre: Point = { x: 0, y: 0 };
const mix = (p: Point, q: Point, t: number): Point => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });

export interface Track {
  segment: number[]; // the segments of the face drawn by this piece
  curve: Curve;
  kind: 'tram' | 'stadtbahn';
  arrow?: number; // an arrow into a red area, at this edge
}

export interface Place {
  at: Point;
  angle: number; // of a halt's bar
  small: boolean; // one of the five halts of a railway station
}

export interface Layout {
  tracks: Track[];
  places: Place[]; // one for each location
  segments: Curve[]; // one for each segment, from its edge to its location (or to the other edge)
  badge: Point; // where the value goes
}

// What the engine's own drawing computes for each face (src/io): places with the angle of a bar in degrees, pieces of track from
// an edge to a location with the point they bend towards, and for each rotation the place of the badge.
interface FileFace {
  places: [number, number, number, number][];
  track: [number, number, number, number, number][];
  badges: [number, number][];
}
const faces = file.faces as unknown as Record<string, FileFace>;
const nothing: FileFace = { places: [], track: [], badges: [] };

const edgeOf = (segment: Segment) => segment.from.edge ?? segment.to.edge ?? 0;
const locationOf = (segment: Segment) => segment.from.location ?? segment.to.location;
const isThrough = (segment: Segment) => segment.from.edge !== undefined && segment.to.edge !== undefined;

// The name of a face in the file: of each location its circles and its edges.
export function faceKey(face: Face): string {
  const edges = (location: number, track: Segment['track']) =>
    face.segments
      .filter((segment) => locationOf(segment) === location && segment.track === track)
      .map(edgeOf)
      .sort()
      .join('');
  return face.locations.map(({ slots }, i) => `${slots}:${edges(i, 'tram')}/${edges(i, 'stadtbahn')}`).join('|');
}

export const isLaidOut = (face: Face): boolean => face.locations.length === 0 || faceKey(face) in faces;

function through(a: number, b: number): Curve {
  return { a: edgePoint(a), c: centre, b: edgePoint(b) };
}

function layoutAtZero(face: Face): Layout {
  const known = faces[faceKey(face)] ?? nothing;
  const places = known.places.map(([x, y, bar, small]): Place => ({
    at: { x, y },
    angle: (bar * Math.PI) / 180,
    small: small === 1,
  }));
  const segments = face.segments.map((segment): Curve => {
    if (isThrough(segment)) return through(segment.from.edge ?? 0, segment.to.edge ?? 0);
    const [edge, location, dotted] = [edgeOf(segment), locationOf(segment), segment.track === 'stadtbahn' ? 1 : 0];
    const piece = known.track.find((entry) => entry[0] === edge && entry[1] === location && entry[2] === dotted);
    const at = places[location ?? -1]?.at ?? centre;
    return { a: edgePoint(edge), c: piece ? { x: piece[3], y: piece[4] } : mix(edgePoint(edge), at, 0.5), b: at };
  });
  const tracks: Track[] = [];
  face.segments.forEach((segment, i) => {
    const curve = segments[i] as Curve;
    if (isThrough(segment)) tracks.push({ segment: [i], curve, kind: segment.track });
  });
  face.locations.forEach((location, l) => {
    const own = face.segments.flatMap((segment, i) => (locationOf(segment) === l && !isThrough(segment) ? [i] : []));
    const [first, second] = own.map((i) => face.segments[i] as Segment);
    const whole = location.type === 'halt' || face.locations.length > 1; // its two pieces are one curve
    if (own.length === 2 && first && second && first.track === second.track && whole)
      tracks.push({ segment: own, curve: through(edgeOf(first), edgeOf(second)), kind: first.track });
    else
      for (const i of own) {
        const segment = face.segments[i] as Segment;
        const arrow = segment.terminal ? { arrow: edgeOf(segment) } : {};
        tracks.push({ segment: [i], curve: segments[i] as Curve, kind: segment.track, ...arrow });
      }
  });
  return { tracks, places, segments, badge: centre };
}

const turnPoint = (p: Point, turns: number): Point => {
  const angle = (turns * Math.PI) / 3;
  return {
    x: p.x * Math.cos(angle) - p.y * Math.sin(angle),
    y: p.x * Math.sin(angle) + p.y * Math.cos(angle),
  };
};
const turnCurve = (curve: Curve, turns: number): Curve => ({
  a: turnPoint(curve.a, turns),
  c: turnPoint(curve.c, turns),
  b: turnPoint(curve.b, turns),
});

const layouts = new WeakMap<Face, Layout[]>();

// The layout of a face turned by so many steps of 60 degrees.
export function layout(face: Face, rotation: number): Layout {
  let turned = layouts.get(face);
  if (!turned) {
    const zero = layoutAtZero(face);
    const { badges } = faces[faceKey(face)] ?? nothing;
    turned = Array.from({ length: 6 }, (_, k) => ({
      tracks: zero.tracks.map((track) => ({
        ...track,
        curve: turnCurve(track.curve, k),
        ...(track.arrow === undefined ? {} : { arrow: (track.arrow + k) % 6 }),
      })),
      places: zero.places.map((place) => ({
        ...place,
        at: turnPoint(place.at, k),
        angle: place.angle + (k * Math.PI) / 3,
      })),
      segments: zero.segments.map((curve) => turnCurve(curve, k)),
      badge: { x: badges[k]?.[0] ?? 0, y: badges[k]?.[1] ?? 0 },
    }));
    layouts.set(face, turned);
  }
  return turned[((rotation % 6) + 6) % 6] as Layout;
}

// The centres of an interchange's circles around its place, and their radius. They never turn with the tile.
export function slotPlaces(slots: number): { r: number; at: Point[] } {
  const { radius, at } = file.circles[Math.max(1, Math.min(slots, file.circles.length)) - 1] ?? { radius: 0, at: [] };
  return { r: radius, at: at.map(([x, y]) => ({ x: x ?? 0, y: y ?? 0 })) };
}
