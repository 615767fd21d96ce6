// Arrow keys on the map: the neighbour that lies best in the direction.
import type { MapData } from '../data';
import { hexCentre } from './geometry';

const wishes: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function neighbourTowards(map: MapData, from: string, key: string): string {
  const here = map.hexes.get(from);
  const wish = wishes[key];
  if (!here || !wish) return from;
  const at = hexCentre(here.row, here.number);
  let best = from;
  let least = Infinity;
  for (const hex of map.hexes.values()) {
    const to = hexCentre(hex.row, hex.number);
    const [dx, dy] = [to.x - at.x, to.y - at.y];
    const along = dx * wish[0] + dy * wish[1];
    if (along < 0.4) continue;
    const cost = along + 2.2 * Math.abs(dx * wish[1] - dy * wish[0]);
    if (cost < least) [best, least] = [hex.id, cost];
  }
  return best;
}
