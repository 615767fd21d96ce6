// Where the hexes of a map lie in its drawing, whose corner is the map's upper left one.
import type { MapData } from '../data';
import { hexCentre } from './geometry';

const unit = 40; // of the drawing, for the side of a hex
const margin = { x: 1, y: 1.15 };

export interface Extent {
  w: number;
  h: number;
  at: (row: number, number: number) => { x: number; y: number }; // the middle of a hex
  letters: { letter: string; y: number }[]; // of the rows
}

export function extentOf(map: MapData): Extent {
  const all = [...map.hexes.values()].map((entry) => hexCentre(entry.row, entry.number));
  const [x0, y0] = [Math.min(...all.map((p) => p.x)) - margin.x, Math.min(...all.map((p) => p.y)) - margin.y];
  const at = (row: number, number: number) => {
    const p = hexCentre(row, number);
    return { x: (p.x - x0) * unit, y: (p.y - y0) * unit };
  };
  const rows = new Map([...map.hexes.values()].map((entry) => [entry.id.replace(/\d+/, ''), entry.row]));
  return {
    w: (Math.max(...all.map((p) => p.x)) - x0 + margin.x) * unit,
    h: (Math.max(...all.map((p) => p.y)) - y0 + margin.y) * unit,
    at,
    letters: [...rows].map(([letter, row]) => ({ letter, y: at(row, 0).y })),
  };
}
