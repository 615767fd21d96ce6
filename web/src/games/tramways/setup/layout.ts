// Boards as they are laid out by hand. Whether they make a map is the engine's to say (docs/views-tramways.md, "May this be played?").
import type { RuleError } from '@/table/contract';

export type Rotation = 0 | 90 | 180 | 270;
export interface Placement {
  board: string;
  side: string;
  x: number;
  y: number;
  rotation: Rotation;
}
export interface LaidBoard extends Placement {
  width: number;
  height: number;
  parcels: number;
  j: boolean;
  fields: string[][]; // turned as it lies
}
export interface Checked {
  possible: boolean;
  problems: RuleError[];
  notes: RuleError[];
  layout: {
    boards: LaidBoard[];
    needed: number;
    parcels: number;
    parcels_needed: number;
    width: number;
    height: number;
  } | null;
}

export const plain = ({ board, side, x, y, rotation }: Placement): Placement => ({ board, side, x, y, rotation });

// The whole layout moved so that nothing has a number below 0.
export function shifted(list: Placement[]): Placement[] {
  const [x0, y0] = [Math.min(0, ...list.map(({ x }) => x)), Math.min(0, ...list.map(({ y }) => y))];
  return list.map((one) => ({ ...plain(one), x: one.x - x0, y: one.y - y0 }));
}
const changed = (list: Placement[], at: number, by: Partial<Placement>) =>
  shifted(list.map((one, i) => (i === at ? { ...one, ...by } : one)));

export const moved = (list: Placement[], at: number, dx: number, dy: number) =>
  changed(list, at, { x: (list[at]?.x ?? 0) + dx, y: (list[at]?.y ?? 0) + dy });
export const turned = (list: Placement[], at: number) =>
  changed(list, at, { rotation: (((list[at]?.rotation ?? 0) + 90) % 360) as Rotation });
export const flipped = (list: Placement[], at: number) =>
  changed(list, at, { side: list[at]?.side === '1920' ? '1910' : '1920' });
export const swapped = (list: Placement[], at: number, board: string) => changed(list, at, { board });
export const without = (list: Placement[], at: number) => shifted(list.filter((_, i) => i !== at));
// A further board, to the right of everything.
export function added(list: Placement[], board: string, side: string, right: number): Placement[] {
  return shifted([...list, { board, side, x: right, y: 0, rotation: 0 }]);
}
