// The board of the laboratory as lists, to and from the text the engine reads (docs/board-format.md). Nothing is judged here.
import type { Era } from '../data';

export interface LabBoard {
  map: string;
  era: Era;
  line: number;
  privates: string[];
  tiles: { hex: string; tile: string; rotation: number }[];
  markers: { line: number; place: string }[]; // "D18", "D18/W"
  removed: { stadtbahn: string; hex: string }[];
}

export const emptyBoard: LabBoard = {
  map: 'full',
  era: 'yellow',
  line: 1,
  privates: [],
  tiles: [],
  markers: [],
  removed: [],
};

export function boardText(board: LabBoard): string {
  const rows = [`map ${board.map}`, `era ${board.era}`, `line ${board.line}`];
  if (board.privates.length) rows.push(`privates ${board.privates.join(' ')}`);
  for (const { hex, tile, rotation } of board.tiles) rows.push(`tile ${hex} ${tile} ${rotation}`);
  for (const { stadtbahn, hex } of board.removed) rows.push(`removed ${stadtbahn} ${hex}`);
  for (const line of new Set(board.markers.map((marker) => marker.line)))
    rows.push(
      `marker ${line} ${board.markers
        .filter((marker) => marker.line === line)
        .map(({ place }) => place)
        .join(' ')}`,
    );
  return `${rows.join('\n')}\n`;
}

// Rows it does not know are left out: the engine says what is wrong with what it is given.
export function readBoard(text: string): LabBoard {
  const board: LabBoard = { ...emptyBoard, privates: [], tiles: [], markers: [], removed: [] };
  for (const row of text.split('\n')) {
    const [word, first = '', ...rest] = (row.split('#')[0] ?? '').trim().split(/[\s,]+/);
    if (word === 'map') board.map = first;
    if (word === 'era') board.era = first as Era;
    if (word === 'line') board.line = Number(first) || 1;
    if (word === 'privates') board.privates = [first, ...rest];
    if (word === 'tile') board.tiles.push({ hex: first, tile: rest[0] ?? '', rotation: Number(rest[1]) || 0 });
    if (word === 'removed') board.removed.push(...rest.map((hex) => ({ stadtbahn: first, hex })));
    if (word === 'marker') board.markers.push(...rest.map((place) => ({ line: Number(first), place })));
  }
  return board;
}

export const hexOf = (place: string): string => place.split('/')[0] ?? place;
