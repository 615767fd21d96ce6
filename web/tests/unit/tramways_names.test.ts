// Links are told apart wherever they are named.
import { describe, expect, it } from 'vitest';
import { speak } from './catalogues';
import { PlaceNames } from '../../src/games/tramways/board/names';
import type { BoardField, BoardLink } from '../../src/games/tramways/board/board';
import { TramwaysTexts } from '../../src/games/tramways/texts';

const field = (x: number, y: number, building: string | null): BoardField =>
  ({ x, y, building, parcel: null }) as unknown as BoardField;
const link = (id: number, ends: [[number, number], [number, number] | null], middle: [number, number]): BoardLink =>
  ({ id, ends, pieces: [[...middle, 'N', 'S']] }) as unknown as BoardLink;

describe('links of the same ends', () => {
  const fields = [field(0, 0, 'C'), field(2, 0, 'R'), field(4, 0, 'R'), field(0, 4, 'L')];
  it('are named by their squares, and by a square on the way where these are the same too', () => {
    const names = new PlaceNames(fields, [
      link(1, [[0, 0], [2, 0]], [1, 0]), // prettier-ignore
      link(2, [[4, 0], [0, 0]], [3, 1]), // prettier-ignore
      link(3, [[0, 0], [2, 0]], [1, 1]), // prettier-ignore
      link(4, [[0, 4], [0, 0]], [0, 2]), // prettier-ignore
    ]);
    expect(names.link(4)).toBe('L–C');
    expect(names.apart(4)).toBeNull();
    expect(names.link(2)).toBe('R 5a–C 1a');
    expect(names.link(1)).toBe('C 1a–R 3a (2a)');
    expect(names.link(3)).toBe('C 1a–R 3a (2b)');
    expect(new Set([1, 2, 3, 4].map((id) => names.link(id))).size).toBe(4);
  });
  it('are told apart in refusals and in the log', () => {
    speak('en');
    const names = new PlaceNames(fields, [link(1, [[0, 0], [2, 0]], [1, 0]), link(2, [[4, 0], [0, 0]], [3, 1])]); // prettier-ignore
    const texts = new TramwaysTexts(String, String, () => null, (id) => names.apart(id)); // prettier-ignore
    const values = { link: 2, link_ends: ['R', 'C'] };
    expect(texts.error({ scope: 'tramways', code: 'link_already_upgraded', rule: '9.2', values })).toContain(
      'R 5a–C 1a',
    );
  });
});
