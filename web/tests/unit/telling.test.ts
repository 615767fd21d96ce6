// How moves are told: the same cases as the terminal's test (tests/io/telling_test.cpp).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import vienna from '@data/1840/log.json';
import tramways from '@data/tramways/log.json';
import { aside, told, toldMove, type Telling } from '../../src/i18n/telling';
import type { Event, LogEntry } from '../../src/table/contract';

interface Case {
  name: string;
  telling: string;
  events: Event[];
  told: object[];
}
const path = join(import.meta.dirname, '../../../tests/telling.json');
const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[] };
const tellings: Record<string, Telling> = { '1840': vienna, tramways };

describe('telling', () => {
  for (const one of cases)
    it(one.name, () => {
      expect(told(one.events, tellings[one.telling] as Telling)).toEqual(one.told);
    });

  it('puts a move into sentences and into a shorter form', () => {
    const events = cases.find(({ name }) => name.startsWith('a heading'))?.events ?? [];
    const entry = { n: 7, seat: 2, action: { type: 'pass' }, events } as unknown as LogEntry;
    const move = toldMove(entry, vienna, {
      event: (event) => event.kind,
      list: (list) => `${list.length} ${list[0]?.kind}`,
      action: () => 'pass',
    });
    expect(move.lines).toEqual(['passed', 'passed']);
    expect(move.round).toBe('round_started');
    expect(move.after).toEqual(['2 private_paid', 'dividend_paid', 'price_moved']);
    expect(move.sentences[4]).toEqual({ heading: false, head: 'dividend_paid', parts: ['price_moved'] });
  });
});

describe('aside', () => {
  it('says who is the reader, gives changes their sign and links their name', () => {
    expect(aside({ seat: 1, owner_seat: 0, change: 2, link: 7, link_ends: ['R', null] }, 1)).toEqual({
      seat_is: 'you',
      owner_seat_is: 'other',
      signed: '+2',
      link: 'R–…',
    });
    expect(aside({ seat: null, change: -1 }, null)).toEqual({ seat_is: 'null', signed: '\u22121' });
  });
});
