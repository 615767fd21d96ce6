import { describe, expect, it } from 'vitest';
import type { Action } from '../../src/table/contract';
import { chainMiddle, chainPath, edgeTowards, type BoardLink } from '../../src/games/tramways/board/board';
import {
  bidAction,
  bidWays,
  deedsDrawn,
  nextFields,
  pricesOf,
  switchSymbol,
  symbolsOf,
  trackDeeds,
} from '../../src/games/tramways/turn/deeds';

const lay = (exits: string[], rails: string[], dests: string[] = []): Action => ({
  type: 'lay_track',
  base: { kind: 'new', field: [0, 0], edge: 'E' },
  redirect: null,
  exits,
  rails,
  dests,
});
const none = () => null;

describe('track by its fields', () => {
  const legal = [
    lay(['E'], ['22:1']),
    lay(['E', 'E'], ['23:0'], ['4:1']),
    lay(['E', 'E'], ['22:1', '25:2'], ['4:1']),
    lay(['S'], ['22:1']),
  ];
  const deeds = trackDeeds(legal, [], none);

  it('joins the ways to pay for one deed', () => expect(deeds.map((deed) => deed.actions.length)).toEqual([1, 2, 1]));
  it('lights one field after the other', () => {
    expect([...nextFields(deeds, [])]).toEqual(['0,0']);
    expect([...nextFields(deeds, ['0,0'])]).toEqual(['1,0']);
    expect([...nextFields(deeds, ['0,0', '1,0'])].sort()).toEqual(['1,1', '2,0']);
    expect([...nextFields(deeds, ['0,0', '1,0', '2,0'])]).toEqual(['3,0']);
  });
  it('finds the deed that was drawn', () => {
    expect(deedsDrawn(deeds, ['0,0', '1,0'])).toEqual([]);
    expect(deedsDrawn(deeds, ['0,0', '1,0', '2,0', '3,0'])[0]?.complete).toBe(true);
    expect(deedsDrawn(deeds, ['0,0', '1,0', '1,1'])[0]?.pieces).toEqual([[1, 0, 'W', 'S']]);
  });

  it('goes on from the open end of a link, and through a parcel', () => {
    const links: BoardLink[] = [
      { id: 3, owner: 0, complete: false, upgraded: false, pays: 1, pieces: [[1, 0, 'W', 'E']] },
      { id: 4, owner: 0, complete: true, upgraded: false, pays: 1, pieces: [[5, 0, 'W', 'E']] },
    ];
    const on: Action = {
      type: 'lay_track',
      base: { kind: 'link', link: 3 },
      redirect: null,
      exits: ['E'],
      rails: ['1:0'],
      dests: [],
    };
    const turned: Action = {
      type: 'lay_track',
      base: { kind: 'link', link: 3 },
      redirect: 'S',
      exits: [],
      rails: ['1:0'],
      dests: [],
    };
    const through: Action = {
      type: 'lay_track',
      base: { kind: 'through', link: 4, parcel: 'A1' },
      redirect: null,
      exits: ['S'],
      rails: ['1:0'],
      dests: ['4:1'],
    };
    const found = trackDeeds([on, turned, through], links, (name) => (name === 'A1' ? [6, 0] : null));
    expect(found.map((deed) => deed.way)).toEqual([
      ['1,0', '2,0', '3,0'],
      ['1,0', '1,1'],
      ['6,0', '6,1'],
    ]);
    expect(found[1]?.pieces).toEqual([[1, 0, 'W', 'S']]);
    expect(found[2]?.pieces).toEqual([[6, 0, 'W', 'S']]);
  });
});

describe('paying', () => {
  it('finds the symbols of an action', () => {
    expect(symbolsOf(lay(['E'], ['22:1'], ['4:1']))).toEqual(['22:1', '4:1']);
    expect(
      symbolsOf({
        type: 'admin_play',
        card: 13,
        uses: [
          { slot: 0, field: null },
          { slot: 1, field: null },
        ],
      }),
    ).toEqual(['13:0', '13:1']);
    expect(symbolsOf({ type: 'bid', amount: 3, pay: { coins: 1, symbols: ['13:0'] } })).toEqual(['13:0']);
  });
  it('takes prices from the view, by place in the list', () => {
    const ways = [lay(['E'], ['22:1']), lay(['E'], ['22:1', '22:0'])];
    const prices = pricesOf(ways, { '1': { stress: 1, dollars: 2 } });
    expect(prices.get(ways[0] as Action)).toBeUndefined();
    expect(prices.get(ways[1] as Action)).toEqual({ stress: 1, dollars: 2 });
  });
  it('switches to the most similar payment with a symbol', () => {
    const ways = [lay(['E'], ['1:0', '2:0']), lay(['E'], ['1:0', '3:0']), lay(['E'], ['4:0'])];
    expect(switchSymbol(ways, ways[0] as Action, '3:0')).toBe(ways[1]);
    expect(switchSymbol(ways, ways[0] as Action, '1:0')).toBe(ways[2]);
    expect(switchSymbol(ways, ways[0] as Action, '9:9')).toBe(ways[0]);
  });
  it('bids with the symbols of the way that covers the amount', () => {
    const ways = bidWays([
      { type: 'bid', amount: { min: 1, max: 3, step: 1 }, pay: { coins: null, symbols: [] } },
      { type: 'bid', amount: 5, pay: { coins: 2, symbols: ['13:0'] } },
      { type: 'pass' },
    ]);
    expect(ways.map((way) => way.range.max)).toEqual([3, 5]);
    expect(bidAction(ways[1] as NonNullable<(typeof ways)[1]>, 5)).toEqual({
      type: 'bid',
      amount: 5,
      pay: { coins: null, symbols: ['13:0'] },
    });
  });
});

describe('drawing', () => {
  it('makes one path of a chain, with its badge in the middle', () => {
    expect(
      chainPath(
        [
          [1, 0, 'W', 'E'],
          [2, 0, 'W', 'S'],
        ],
        10,
      ),
    ).toBe('M10.0 5.0Q15.0 5.0 20.0 5.0Q25.0 5.0 25.0 10.0');
    expect(
      chainMiddle([
        [1, 0, 'W', 'E'],
        [2, 0, 'W', 'E'],
      ]),
    ).toEqual([2, 0.5]);
    expect(chainMiddle([[1, 0, 'W', 'E']])).toEqual([1.5, 0.5]);
  });
  it('knows the side between neighbours', () => {
    expect(edgeTowards([1, 1], [1, 0])).toBe('N');
    expect(edgeTowards([1, 1], [3, 1])).toBeNull();
  });
});
