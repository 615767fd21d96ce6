// Boards laid out by hand.
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import LayoutEditor from '../../src/games/tramways/setup/LayoutEditor.svelte';
import {
  added,
  flipped,
  moved,
  turned,
  without,
  type Checked,
  type Placement,
} from '../../src/games/tramways/setup/layout';
import type { Values } from '../../src/table/contract';

const two: Placement[] = [
  { board: 'A', side: '1920', x: 0, y: 0, rotation: 0 },
  { board: 'B', side: '1920', x: 5, y: 0, rotation: 270 },
];

describe('a layout', () => {
  it('never has a number below 0', () => {
    expect(moved(two, 0, -2, -1).map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [7, 1],
    ]);
  });
  it('turns all round and shows both sides', () => {
    expect(turned(two, 1)[1]?.rotation).toBe(0);
    expect(turned(two, 0)[0]?.rotation).toBe(90);
    expect(flipped(flipped(two, 0), 0)).toEqual(two);
  });
  it('grows and shrinks', () => {
    expect(added(two, 'C', '1910', 9)[2]).toEqual({ board: 'C', side: '1910', x: 9, y: 0, rotation: 0 });
    expect(without(two, 0)).toEqual([two[1]]);
  });
});

describe('the editor', () => {
  const laid = (list: Placement[], problems: Checked['problems'] = []): Checked => ({
    possible: problems.length === 0,
    problems,
    notes: [],
    layout: {
      boards: list.map((one) => ({
        ...one,
        width: one.rotation % 180 ? 3 : 5,
        height: one.rotation % 180 ? 5 : 3,
        parcels: 2,
        j: false,
        fields: [['.', '^', 'R', 'A1', '~']],
      })),
      needed: 2,
      parcels: 4,
      parcels_needed: 4,
      width: 8,
      height: 5,
    },
  });
  it('begins with what the engine lays, asks it about every change, and says whether a match can begin', async () => {
    const asked: Values[] = [];
    const overlap = {
      scope: 'tramways',
      code: 'boards_overlap',
      rule: '3.1.5',
      values: { placements: [0, 1], fields: [[4, 0]] },
    };
    const check = vi.fn((setup: Values) => {
      asked.push(setup);
      const { boards } = setup.options as { boards?: Placement[] };
      if (!boards) return Promise.resolve(laid(two));
      return Promise.resolve(laid(boards, boards[1]?.x === 4 ? [overlap] : []));
    });
    const onchange = vi.fn();
    const { container } = render(LayoutEditor, { players: 2, options: { draft: true }, value: null, onchange, check });
    await waitFor(() => expect(screen.getAllByRole('button', { pressed: false }).length).toBeGreaterThan(0));
    expect(asked[0]).toMatchObject({ players: 2, options: { draft: true, sides: '1920' } });
    expect(onchange).toHaveBeenLastCalledWith(two, true);
    const second = container.querySelector('[data-board=B]') as Element;
    await fireEvent.keyDown(second, { key: 'ArrowLeft' });
    await waitFor(() => expect(container.querySelector('[data-layout=wrong]')).toBeTruthy());
    expect(onchange.mock.lastCall?.[1]).toBe(false);
    expect(asked.at(-1)).toMatchObject({ options: { sides: 'explicit', draft: true } });
    expect(container.querySelectorAll('.bd.bad').length).toBe(2);
    expect(container.querySelectorAll('.clash').length).toBe(1);
    await fireEvent.keyDown(container.querySelector('[data-board=B]') as Element, { key: 'ArrowRight' });
    await waitFor(() => expect(container.querySelector('[data-layout=possible]')).toBeTruthy());
    await fireEvent.keyDown(container.querySelector('[data-board=B]') as Element, { key: 'r' });
    await waitFor(() => expect(onchange.mock.lastCall?.[0]).toMatchObject([{ rotation: 0 }, { rotation: 0 }]));
  });
});
