import { describe, expect, it } from 'vitest';
import { mapOf } from '../../src/games/vienna1840/data';
import { neighbourTowards } from '../../src/games/vienna1840/board/keyboard';
import { lying, routeSteps } from '../../src/games/vienna1840/view';

describe('the way of a route', () => {
  const map = mapOf('full');
  it('goes from stop to stop over the side they share', () => {
    // Line 4 at H28 (tile 58 with sides 2 and 4 would not do: 57 joins 1 and 4) to the printed halt H30.
    const laid = [{ hex: 'H28', tile: '57', rotation: 1 }];
    const steps = routeSteps(map, lying(map, laid), [
      { hex: 'H28', location: 0 },
      { hex: 'H30', location: 0 },
    ]);
    expect(steps).toEqual([
      { hex: 'H28', location: 0, from: null, to: 4 },
      { hex: 'H30', location: 0, from: 1, to: null },
    ]);
  });
  it('enters a red area by whichever of its hexes is touched', () => {
    const area = map.hexes.get('K11');
    const next = area?.neighbours.find((n) => n.status === 'open');
    expect(next?.hex).toBeTruthy();
    const edge = ((next?.edge ?? 0) + 3) % 6;
    const laid = [{ hex: next?.hex ?? '', tile: '57', rotation: edge % 3 }];
    const steps = routeSteps(map, lying(map, laid), [
      { hex: 'K9', location: 0 },
      { hex: next?.hex ?? '', location: 0 },
    ]);
    expect(steps.some((step) => step.hex === 'K11' && step.to === next?.edge)).toBe(true);
  });
});

describe('arrow keys', () => {
  const map = mapOf('full');
  it('walk along rows and between them', () => {
    expect(neighbourTowards(map, 'E15', 'ArrowRight')).toBe('E17');
    expect(neighbourTowards(map, 'E15', 'ArrowLeft')).toBe('E13');
    expect(neighbourTowards(map, 'E15', 'ArrowUp')[0]).toMatch(/[CD]/);
    expect(neighbourTowards(map, 'A3', 'ArrowUp')).toBe('A3');
  });
});
