// 1840 in a list of tables: the round, the step, and the map as patches of colour.
import type { Peek } from '@/app/peek';
import type { MatchView } from '@/table/contract';
import { hexCentre } from './board/geometry';
import { mapOf, rounds, tiles } from './data';
import type { RawState } from './view';

const grounds: Record<string, string> = {
  red: '--h-red',
  'light red': '--h-inner',
  purple: '--h-purple',
  green: '--h-park',
  'light yellow': '--h-edge',
  'light orange': '--h-sb',
  grey: '--t-grey',
};
const corners = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = (Math.PI / 3) * i + Math.PI / 6;
  return [Math.cos(angle) * 0.96, Math.sin(angle) * 0.96] as const;
});

export default (view: MatchView): Peek => {
  const state = view.state as unknown as RawState;
  const map = mapOf(state.options.map);
  const laid = new Map(state.tiles.map(({ hex, tile }) => [hex, tiles.get(tile)?.colour]));
  const all = [...map.hexes.values()];
  const centres = all.map((hex) => hexCentre(hex.row, hex.number));
  const [x0, y0] = [Math.min(...centres.map((c) => c.x)) - 1, Math.min(...centres.map((c) => c.y)) - 1];
  const paths = new Map<string, string>();
  for (const [i, hex] of all.entries()) {
    const c = centres[i] as { x: number; y: number };
    const tile = laid.get(hex.id);
    const colour = tile ? `--t-${tile}` : (grounds[hex.background] ?? '--hex');
    const points = corners.map(([x, y]) => `${(c.x - x0 + x).toFixed(1)} ${(c.y - y0 + y).toFixed(1)}`);
    paths.set(colour, `${paths.get(colour) ?? ''}M${points.join('L')}z`);
  }
  const at = rounds.findIndex((round) => round.id === state.round.id) + 1;
  return {
    round: state.round.id,
    at,
    of: rounds.length,
    step: `1840.step.${state.step}`,
    shapes: [...paths].map(([colour, path]) => ({ path, fill: `var(${colour})` })),
    box: [Math.max(...centres.map((c) => c.x)) - x0 + 1, Math.max(...centres.map((c) => c.y)) - y0 + 1],
  };
};
