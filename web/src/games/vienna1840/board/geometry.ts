// Where everything on a hex is drawn. Lengths in s, the hex radius; edge e lies at 120 + 60 e degrees, clockwise, 0 = east.
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

// Corner k, clockwise from the top one.
export function corner(k: number, radius = 1): Point {
  const angle = ((-90 + 60 * k) * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
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

export function curvePoint({ a, c, b }: Curve, t: number): Point {
  return mix(mix(a, c, t), mix(c, b, t), t);
}

// The part of a curve before t, and after it.
export function splitCurve({ a, c, b }: Curve, t: number): [Curve, Curve] {
  const p = mix(a, c, t);
  const q = mix(c, b, t);
  const m = mix(p, q, t);
  return [
    { a, c: p, b: m },
    { a: m, c: q, b },
  ];
}

export function curveAngle(curve: Curve, t: number): number {
  const p = mix(curve.a, curve.c, t);
  const q = mix(curve.c, curve.b, t);
  return Math.atan2(q.y - p.y, q.x - p.x);
}

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
}

const edgesOf = (face: Face, location: number): { edge: number; segment: number; track: Segment['track'] }[] =>
  face.segments.flatMap((segment, index) => {
    const edge = segment.from.edge ?? segment.to.edge;
    const at = segment.from.location ?? segment.to.location;
    return at === location && edge !== undefined ? [{ edge, segment: index, track: segment.track }] : [];
  });

function through(a: number, b: number): Curve {
  return { a: edgePoint(a), c: centre, b: edgePoint(b) };
}

function samples(curve: Curve): Point[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].map((t) => curvePoint(curve, t));
}

const distance = (p: Point, q: Point) => Math.hypot(p.x - q.x, p.y - q.y);

interface Spot {
  at: Point;
  t: number; // on the curve, or how far out on a single spoke
}

// The places where a location may lie: along its own track.
function spots(exits: number[], alone: boolean, station: boolean): Spot[] {
  if (exits.length >= 3) return [{ at: centre, t: 0.5 }];
  if (exits.length === 2) {
    const curve = through(exits[0] as number, exits[1] as number);
    if (alone) return [{ at: curvePoint(curve, 0.5), t: 0.5 }];
    return Array.from({ length: 13 }, (_, i) => 0.26 + 0.04 * i).map((t) => ({ at: curvePoint(curve, t), t }));
  }
  if (exits.length === 1) {
    const out = station ? [0.5] : [0.3, 0.36, 0.42, 0.48, 0.56];
    return out.map((t) => ({ at: edgePoint(exits[0] as number, t * apothem), t }));
  }
  return Array.from({ length: 12 }, (_, i) => ({ at: corner(i / 2 + 0.25, 0.42), t: 0 }));
}

function barAngle(exits: number[]): number {
  let best = 0;
  let room = -1;
  for (let step = 0; step < 12; ++step) {
    const angle = (step * 15 * Math.PI) / 180;
    const gap = Math.min(...exits.map((edge) => Math.abs(Math.sin(((120 + 60 * edge) * Math.PI) / 180 - angle))));
    if (gap > room + 1e-6) [best, room] = [angle, gap];
  }
  return best;
}

// Lays out a face at rotation 0. Several locations are moved along their track until they keep the largest distance to
// each other and to each other's track.
function layoutAtZero(face: Face): Layout {
  const exits = face.locations.map((_, i) => edgesOf(face, i));
  const alone = face.locations.length === 1;
  const station = face.locations.length >= 5;
  const choices = exits.map((list, i) => {
    const all = spots(
      list.map((exit) => exit.edge),
      alone,
      station,
    );
    return alone && face.locations[i]?.type === 'interchange'
      ? [{ at: centre, t: 0.5 }]
      : alone && list.length === 0
        ? [{ at: centre, t: 0 }]
        : all;
  });
  const bare = face.segments.length === 0 && face.locations.length === 2;
  if (bare) [-0.34, 0.34].forEach((x, i) => (choices[i] = [{ at: { x, y: 0 }, t: 0 }]));
  const chosen = choices.map((list) => list[Math.floor(list.length / 2)] as Spot);
  const lines = exits.map((list) => {
    if (list.length === 2) return samples(through(list[0]?.edge as number, list[1]?.edge as number));
    return list.flatMap((exit) =>
      samples({ a: edgePoint(exit.edge), c: edgePoint(exit.edge, apothem / 2), b: edgePoint(exit.edge, 0.2) }),
    );
  });
  const free = face.segments.flatMap((segment) =>
    segment.from.edge !== undefined && segment.to.edge !== undefined
      ? samples(through(segment.from.edge, segment.to.edge))
      : [],
  );
  for (let pass = 0; pass < 4; ++pass) {
    choices.forEach((list, i) => {
      if (list.length < 2) return;
      const room = (spot: Spot) =>
        Math.min(
          1.2,
          ...chosen.flatMap((other, j) => (j === i ? [] : [distance(spot.at, other.at) * 0.8])),
          ...lines.flatMap((line, j) => (j === i ? [] : line.map((p) => distance(spot.at, p) * 1.2))),
          ...free.map((p) => distance(spot.at, p)),
        ) -
        Math.abs(spot.t - 0.5) * 0.02;
      chosen[i] = list.reduce((best, spot) => (room(spot) > room(best) + 1e-9 ? spot : best));
    });
  }

  const tracks: Track[] = [];
  const segments: Curve[] = face.segments.map((segment) =>
    segment.from.edge !== undefined && segment.to.edge !== undefined
      ? through(segment.from.edge, segment.to.edge)
      : { a: centre, c: centre, b: centre },
  );
  face.segments.forEach((segment, index) => {
    if (segment.from.edge !== undefined && segment.to.edge !== undefined)
      tracks.push({ segment: [index], curve: segments[index] as Curve, kind: segment.track });
  });
  const places = face.locations.map((location, i): Place => {
    const list = exits[i] ?? [];
    const spot = chosen[i] as Spot;
    const bent = list.length === 2 && !(alone && location.type === 'interchange') && list[0]?.track === list[1]?.track;
    let angle = barAngle(list.map((exit) => exit.edge));
    if (bent) {
      const curve = through(list[0]?.edge as number, list[1]?.edge as number);
      const [first, second] = splitCurve(curve, spot.t);
      segments[list[0]?.segment as number] = first;
      segments[list[1]?.segment as number] = { a: second.b, c: second.c, b: second.a };
      tracks.push({ segment: list.map((exit) => exit.segment), curve, kind: list[0]?.track ?? 'tram' });
      angle = curveAngle(curve, spot.t) + Math.PI / 2;
    } else {
      for (const exit of list) {
        const curve = { a: edgePoint(exit.edge), c: mix(edgePoint(exit.edge), spot.at, 0.5), b: spot.at };
        segments[exit.segment] = curve;
        tracks.push({
          segment: [exit.segment],
          curve,
          kind: exit.track,
          ...(face.segments[exit.segment]?.terminal ? { arrow: exit.edge } : {}),
        });
      }
      if (list.length === 1) angle = ((120 + 60 * (list[0]?.edge as number) + 90) * Math.PI) / 180;
    }
    return { at: spot.at, angle, small: station };
  });
  return { tracks, places, segments };
}

const turnPoint = (p: Point, turns: number): Point => {
  const angle = (turns * Math.PI) / 3;
  return { x: p.x * Math.cos(angle) - p.y * Math.sin(angle), y: p.x * Math.sin(angle) + p.y * Math.cos(angle) };
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
    }));
    layouts.set(face, turned);
  }
  return turned[((rotation % 6) + 6) % 6] as Layout;
}

// The centres of an interchange's circles around its place, and their radius. They never turn with the tile.
export function slotPlaces(slots: number): { r: number; at: Point[] } {
  if (slots <= 1) return { r: 0.3, at: [centre] };
  if (slots === 2) {
    const r = 0.285;
    return {
      r,
      at: [
        { x: -1.04 * r, y: 0 },
        { x: 1.04 * r, y: 0 },
      ],
    };
  }
  const r = 0.262;
  return {
    r,
    at: [-90, 30, 150].map((degrees) => ({
      x: 1.2 * r * Math.cos((degrees * Math.PI) / 180),
      y: 1.2 * r * Math.sin((degrees * Math.PI) / 180),
    })),
  };
}

// The corner with the most room for a value badge; the top one where it is as good.
export function badgePlace(layoutOf: Layout, slots: (number | undefined)[]): Point {
  const busy = [
    ...layoutOf.tracks.flatMap((track) => samples(track.curve)),
    ...layoutOf.places.flatMap((place, i) => {
      const at = slotPlaces(slots[i] ?? 0).at;
      return (slots[i] ?? 0) > 0
        ? at.map((p) => ({ x: place.at.x + p.x * 1.6, y: place.at.y + p.y * 1.6 }))
        : [place.at];
    }),
  ];
  const preference = [0.12, 0.06, 0, 0.02, 0, 0.06];
  let best = corner(0, 0.72);
  let room = -1;
  for (let k = 0; k < 6; ++k) {
    const p = corner(k, 0.72);
    const gap = Math.min(0.7, ...busy.map((q) => distance(p, q))) + (preference[k] ?? 0);
    if (gap > room) [best, room] = [p, gap];
  }
  return best;
}
