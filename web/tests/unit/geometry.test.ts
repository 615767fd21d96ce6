import { describe, expect, it } from 'vitest';
import { faceOf, mapOf, tiles } from '../../src/games/vienna1840/data';
import {
  apothem,
  edgePoint,
  faceKey,
  hexCentre,
  isLaidOut,
  layout,
  slotPlaces,
} from '../../src/games/vienna1840/board/geometry';

const inside = (p: { x: number; y: number }) =>
  [0, 1, 2].every(
    (k) => Math.abs(p.x * Math.cos((k * Math.PI) / 3) + p.y * Math.sin((k * Math.PI) / 3)) <= apothem + 1e-9,
  );

describe('layout of 1840 faces', () => {
  const faces = [...tiles.values()].flatMap((tile) =>
    tile.faces
      ? Object.keys(tile.faces).map((hex) => ({ name: `${tile.id}@${hex}`, face: faceOf(tile, hex) }))
      : [{ name: tile.id, face: faceOf(tile, '') }],
  );

  it('knows all the tiles', () => expect(faces.length).toBeGreaterThan(45));

  it.each(faces)('$name keeps its locations on the hex and apart', ({ face }) => {
    const drawn = layout(face, 0);
    expect(drawn.places.length).toBe(face.locations.length);
    drawn.places.forEach((place, i) => {
      for (const at of slotPlaces(face.locations[i]?.slots ?? 0).at)
        expect(inside({ x: place.at.x + at.x, y: place.at.y + at.y })).toBe(true);
      drawn.places.forEach((other, j) => {
        if (j > i) expect(Math.hypot(place.at.x - other.at.x, place.at.y - other.at.y)).toBeGreaterThan(0.25);
      });
    });
  });

  it.each(faces)('$name has track from every edge it names to its location', ({ face }) => {
    for (let k = 0; k < 6; ++k) {
      const drawn = layout(face, k);
      face.segments.forEach((segment, i) => {
        const edge = segment.from.edge ?? segment.to.edge;
        const location = segment.from.location ?? segment.to.location;
        const curve = drawn.segments[i];
        if (edge === undefined || !curve) throw new Error('no edge');
        const start = edgePoint((edge + k) % 6);
        expect(curve.a.x).toBeCloseTo(start.x);
        expect(curve.a.y).toBeCloseTo(start.y);
        if (location !== undefined) expect(curve.b.x).toBeCloseTo(drawn.places[location]?.at.x ?? NaN);
      });
    }
  });

  it('has every face of the game, with its badge on the hex', () => {
    const printed = ['full', 'small', 'overlay2'].flatMap((map) => [...mapOf(map).hexes.values()]);
    for (const face of [...faces.map((entry) => entry.face), ...printed]) {
      expect(isLaidOut(face), faceKey(face)).toBe(true);
      for (let k = 0; k < 6; ++k) expect(inside(layout(face, k).badge)).toBe(true);
    }
  });
});

describe('map', () => {
  it('places neighbours at the same distance', () => {
    const { hexes } = mapOf('full');
    for (const hex of hexes.values())
      for (const { hex: other } of hex.neighbours) {
        const next = other === null ? undefined : hexes.get(other);
        if (!next) continue;
        const [a, b] = [hexCentre(hex.row, hex.number), hexCentre(next.row, next.number)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * apothem);
      }
  });

  it('has its three variants', () => {
    expect(mapOf('full').hexes.size).toBe(148);
    expect(mapOf('small').hexes.size).toBeLessThan(148);
    expect(mapOf('overlay2').hexes.size).toBeLessThan(mapOf('small').hexes.size);
    expect(mapOf('overlay2').hexes.has('A13')).toBe(false);
  });
});
