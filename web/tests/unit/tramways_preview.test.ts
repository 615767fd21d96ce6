// @vitest-environment node
// Everything the decision bar of Tramways says, read as a person reads it, is what then happens. 10,000 decisions in the long form.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action, Event, InTheMaking, LogEntry, MatchState, MatchView } from '../../src/table/contract';
import { key, type Spot } from '../../src/games/tramways/board/board';
import { PlaceNames } from '../../src/games/tramways/board/names';
import { bySource } from '../../src/frame/sources';
import type { Accounts } from '../../src/table/review';
import { TramwaysTexts } from '../../src/games/tramways/texts';
import { barParts } from '../../src/games/tramways/turn/promises';
import { Titles } from '../../src/games/tramways/turn/titles';
import { positionOf } from '../../src/games/tramways/view';
import { speak } from './catalogues';
import { ask, dice, long, madeByChance, wakeEngine, type Roll } from './real_engine';

beforeAll(async () => {
  await wakeEngine();
  speak('en');
});

const name = (seat: number) => `Seat${seat}`;
const minus = (text: string) => Number(text.replace('\u2212', '-').replace('$', ''));

// What a text of the bar says changes: [of whom, what, by how much]. Null: it speaks of something else.
type Said = { seat: number | null; what: string; by: number; from?: number };
const changes: [RegExp, string][] = [
  [/^stress ([+\u2212]\d+)$/, 'stress'],
  [/^happiness ([+\u2212]\d+)$/, 'hp'],
  [/^([+\u2212]\$\d+)$/, 'money'],
  [/^complete links ([+\u2212]\d+)$/, 'links'],
  [/^workers ([+\u2212]\d+)$/, 'workers'],
  [/^hand limit ([+\u2212]\d+)$/, 'hand_limit'],
];
function saidIn(text: string): Said[] | null {
  const then = /^then (.*)$/.exec(text);
  if (then) return (then[1] ?? '').split(', ').flatMap((part) => saidIn(part) ?? []);
  const other = /^Seat(\d): (.*)$/.exec(text);
  if (other) {
    const list = (other[2] ?? '').split(', ').map((part) => saidIn(part));
    return list.some((one) => one === null)
      ? null
      : list.flatMap((one) => one ?? []).map((one) => ({ ...one, seat: Number(other[1]) }));
  }
  const to = /^stress (\d+) \u2192 (\d+)$/.exec(text);
  if (to) return [{ seat: null, what: 'stress', by: Number(to[2]) - Number(to[1]), from: Number(to[1]) }];
  for (const [form, what] of changes) {
    const found = form.exec(text);
    if (found) return [{ seat: null, what, by: minus(found[1] ?? '') }];
  }
  return null;
}

const watched = ['money', 'hp', 'stress', 'workers', 'hand_limit', 'links'] as const;
type Standing = Record<string, number>[];
const standing = (view: MatchView) => (view.state as { players: Standing }).players;

interface Decision {
  seat: number;
  answer: InTheMaking;
  parts: string[];
  before: MatchView;
  after: MatchView; // through the eyes of whoever knows all
  next: MatchView; // what the seat sees next
  events: Event[];
  texts: TramwaysTexts;
}

// Numbers: what the bar says, and what it does not say, of the one who decides; what it says of others.
function holdNumbers(d: Decision, tally: Map<string, number>): void {
  const said = d.parts.flatMap((text) => saidIn(text) ?? []);
  const [was, now] = [standing(d.before), standing(d.after)];
  for (const [who, player] of was.entries())
    for (const what of watched) {
      const mine = who === d.seat;
      const told = said.filter((one) => one.what === what && (mine ? one.seat === null : one.seat === who));
      const later = d.answer.effects?.then?.seats.some((change) => change.seat === who) ?? false;
      if (!mine && later) continue; // what follows by itself is told of oneself alone
      const sum = told.reduce((all, { by }) => all + by, 0);
      expect(sum, `${what} of ${who}: ${d.parts.join(' · ')} ${JSON.stringify(d.answer.send)}`).toBe(
        Number(now[who]?.[what]) - Number(player[what]),
      );
      if (told.length) count(tally, mine ? what : `${what} of others`);
      for (const { from } of told) if (from !== undefined) expect(from).toBe(player.stress);
    }
}
const count = (tally: Map<string, number>, what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);

// Sentences: each is one of those known here, and true.
function holdSentences(d: Decision, tally: Map<string, number>): void {
  const sentences = d.parts.filter((text) => saidIn(text) === null);
  const happened = d.events.map((event) => d.texts.event(event));
  const track = d.events.find((event) => event.kind === 'track_laid');
  const links = (d.after.state as { links: Record<string, { complete: boolean }> }).links;
  const open = track !== undefined && links[String(track.link)]?.complete === false;
  for (const text of sentences) {
    if (text.startsWith('stays incomplete')) count(tally, 'incomplete');
    else if (/^(residential|commercial|industrial|leisure): /.test(text)) holdBonus(text, d, tally);
    else if (text === 'no stress') {
      expect(standing(d.after)[d.seat]?.stress).toBe(standing(d.before)[d.seat]?.stress);
      count(tally, 'no stress');
    } else {
      expect(happened, text).toContain(text);
      count(tally, 'event');
    }
  }
  if (track)
    expect(
      sentences.some((text) => text.startsWith('stays incomplete')),
      JSON.stringify(d.answer.send),
    ).toBe(open);
  for (const event of d.events)
    if (
      ['link_joined', 'link_split', 'hand_limit_raised', 'link_unpaid'].includes(event.kind) &&
      event.seat === d.seat
    ) {
      const action = d.answer.effects?.then?.events.some((later) => JSON.stringify(later) === JSON.stringify(event));
      if (!action) expect(sentences).toContain(d.texts.event(event));
    }
}

// 12.5: what a destination gives, and what may be chosen then.
function holdBonus(text: string, d: Decision, tally: Map<string, number>): void {
  const from = d.events.findIndex((event) => event.kind === 'passenger_moved');
  const fares = d.events.findIndex((event) => ['link_income', 'link_paid', 'link_unpaid'].includes(event.kind));
  const given = d.events.slice(from, fares < 0 ? undefined : fares);
  const stress = given.filter((event) => event.kind === 'stress_changed').reduce((sum, e) => sum + Number(e.change), 0);
  const told = /stress ([+\u2212]\d+)/.exec(text);
  expect(told ? minus(told[1] ?? '') : 0, text).toBe(stress);
  const types = d.next.legal.map((action) => action.type);
  if (text.startsWith('commercial')) {
    expect(types).toContain('bonus_money');
    expect(text.includes('or a development card'), text).toBe(
      types.some((type) => ['choose_book', 'take_open_dev', 'take_top_dev'].includes(type)),
    );
  }
  if (text.startsWith('industrial'))
    expect(text.includes('+1 worker'), text).toBe(given.some((event) => event.kind === 'worker_gained'));
  if (text.startsWith('leisure')) {
    const offer = d.next.legal.find((action) => action.type === 'buy_hp')?.n as number | { max: number } | undefined;
    const most = typeof offer === 'object' ? offer.max : offer;
    expect(text, text).toBe(
      most ? `leisure: then you may buy up to ${most} happiness` : 'leisure: you have no money for happiness',
    );
  }
  count(tally, text.split(':')[0] ?? '');
}

// One decision made and played; false where the match is over.
function decide(match: number, roll: Roll, tally: Map<string, number>): boolean {
  const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
  if (seat === undefined) return false;
  let answer = madeByChance(match, seat, roll);
  if (!answer) {
    const chosen = ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: `${roll(1000)}` });
    answer = ask<InTheMaking>({ op: 'compose', match, seat, action: chosen });
  }
  const send = answer.send as Action;
  expect(send).not.toBeNull();
  const before = ask<MatchView>({ op: 'view', match, viewer: seat });
  const position = positionOf(before);
  const names = new PlaceNames(position.fields, position.links);
  const texts = new TramwaysTexts(name, (id) => names.link(id), () => seat, (id) => names.apart(id)); // prettier-ignore
  const parts = barParts({ answer, me: seat, players: position.players, name, texts });
  const titles = new Titles(position, names, texts, (id) => names.link(id));
  const title = titles.of(send) ?? '';
  ask({ op: 'play', match, seat, action: send });
  const after = ask<MatchView>({ op: 'view', match, viewer: 'analyst' });
  const next = ask<MatchView>({ op: 'view', match, viewer: seat });
  const events = ask<LogEntry[]>({ op: 'log', match, viewer: seat, from: before.n })[0]?.events ?? [];
  const decision = { seat, answer, parts, before, after, next, events, texts };
  holdNumbers(decision, tally);
  holdSentences(decision, tally);
  // Where the title says that a passenger goes, there it went.
  const moved = events.find((event) => event.kind === 'passenger_moved');
  if (moved) {
    const to = titles.placesOf(send.field as Spot, send.route as number[]).at(-1) as Spot;
    const field = position.fields.find((entry) => key([entry.x, entry.y]) === key(to));
    expect(key(field?.place ?? to)).toBe(key(moved.to as unknown as Spot));
    expect(title).toContain(` ${names.exact(to)}`);
    count(tally, 'destination');
  }
  count(tally, `decided ${send.type}`);
  count(tally, 'decisions');
  return true;
}

describe('everything the decision bar promises', () => {
  it(
    'is what happens',
    () => {
      const tally = new Map<string, number>();
      const wanted = long ? 10_000 : 700;
      const roll = dice(11);
      for (let game = 0; (tally.get('decisions') ?? 0) < wanted; ++game) {
        const players = 1 + (game % 5);
        const options = game % 3 ? {} : { development: 'alternative' };
        const setup = { players, seed: `promise-${game}`, options };
        const match = ask<number>({ op: 'start', game: 'tramways', setup });
        while (decide(match, roll, tally));
        // The rows of the result add up, and so do the sources.
        const position = positionOf(ask<MatchView>({ op: 'view', match, viewer: 'analyst' }));
        const came = ask<Accounts>({ op: 'accounts', match }).seats;
        for (const player of position.players) {
          const { hp, links, money, stress } = player.points;
          expect(hp + links + money + stress).toBe(player.score);
          expect(bySource(came[player.seat] ?? []).reduce((sum, { amount }) => sum + amount, 0)).toBe(player.score);
        }
        ask({ op: 'drop', match });
      }
      console.log([...tally].sort().map(([what, n]) => `${what} ${n}`).join(', ')); // prettier-ignore
      for (const what of [
        ...watched.filter((what) => what !== 'hand_limit'),
        ...['residential', 'commercial', 'industrial', 'leisure', 'destination', 'incomplete', 'no stress', 'event'],
        ...['lay_track', 'build', 'move_passenger', 'bid', 'admin_play', 'admin_discard'].map(
          (type) => `decided ${type}`,
        ),
      ])
        expect(tally.get(what) ?? 0, what).toBeGreaterThan(0);
    },
    long ? 3_600_000 : 240_000,
  );
});
