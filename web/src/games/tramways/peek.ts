// Tramways in a list of tables: the round, the phase, and the map as patches of colour with the links on it.
import type { Peek } from '@/app/peek';
import type { MatchView } from '@/table/contract';
import { chainPath } from './board/board';
import { looks } from './data';
import type { RawState } from './view';

const grounds: Record<string, string> = { '.': '--f-plain', '^': '--f-mount', '~': '--f-water' };
const lastRound = 6;

export default (view: MatchView): Peek => {
  const state = view.state as unknown as RawState;
  const paths = new Map<string, string>();
  for (const { x, y, ground, building } of state.map) {
    const colour = building ? `--b-${building.toLowerCase()}` : (grounds[ground] ?? '--f-parcel');
    paths.set(colour, `${paths.get(colour) ?? ''}M${x + 0.04} ${y + 0.04}h.92v.92h-.92z`);
  }
  const links = Object.values(state.links).map((link) => ({
    path: chainPath(link.pieces, 1),
    line: looks[link.owner]?.line ?? '#59626d',
  }));
  return {
    round: '',
    at: state.round,
    of: lastRound,
    step: `tramways.phase.${state.phase.replace(/^act\d\./, '')}`,
    shapes: [...[...paths].map(([colour, path]) => ({ path, fill: `var(${colour})` })), ...links],
    box: [Math.max(...state.map.map(({ x }) => x)) + 1, Math.max(...state.map.map(({ y }) => y)) + 1],
  };
};
