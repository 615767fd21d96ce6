// Everything the decision bar and the turn card of 1840 say of a choice, read as a person reads it, is what then happens. 10,000
// decisions in the long form.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Action, Effects, InTheMaking, MatchState, MatchView } from '../../src/table/contract';
import type { TableModel } from '../../src/table/model.svelte';
import { companies, stadtbahnen } from '../../src/games/vienna1840/data';
import type { Position } from '../../src/games/vienna1840/position';
import { ViennaTexts } from '../../src/games/vienna1840/texts';
import { Chooser } from '../../src/games/vienna1840/turn/chooser.svelte';
import { positionOf } from '../../src/games/vienna1840/view';
import { speak } from './catalogues';
import { readCard, type Card } from './vienna_card';
import { ask, dice, long, madeByChance, wakeEngine, type Roll } from './real_engine';

beforeAll(async () => {
  await wakeEngine();
  speak('en');
});

const name = (seat: number) => `Seat${seat}`;
const shorts = new Map([
  ...[...companies].map(([id, { short }]) => [short, id] as const),
  ...[...stadtbahnen].map(([id, { name: called }]) => [called, id] as const),
]);

// The numbers of a table by what the bar calls them: "cash 0", "treasury WT".
function numbersOf(position: Position): Map<string, number> {
  const all = new Map<string, number>();
  for (const { seat, cash, loans } of position.players) all.set(`cash ${seat}`, cash).set(`loans ${seat}`, loans);
  for (const { id, treasury, revenue, price } of position.companies) {
    all.set(`treasury ${id}`, treasury).set(`revenue ${id}`, revenue);
    if (price !== null) all.set(`price ${id}`, price);
  }
  return all;
}
// What follows by itself, which the bar leaves to the moment when it has happened.
function laterOf(effects: Effects | null): Map<string, number> {
  const then = effects?.then as
    (Effects['then'] & { companies?: Record<string, number | string>[] }) | null | undefined;
  const all = new Map<string, number>();
  for (const { seat, money = 0, loans = 0 } of (then?.seats ?? []) as Record<string, number>[])
    all.set(`cash ${seat}`, money).set(`loans ${seat}`, loans);
  for (const { company, treasury = 0, revenue = 0, price = 0 } of then?.companies ?? [])
    for (const [what, by] of Object.entries({ treasury, revenue, price })) all.set(`${what} ${company}`, Number(by));
  return all;
}

const loan = 100; // what the bank lends at once (R49)
type Changed = (what: string) => number;

interface Said {
  what: string;
  from: number;
  to: number;
}
// One text of the bar: a number that changes, the best route, or a sentence without one.
function read(text: string, seat: number, position: Position): Said | 'sentence' | null {
  const plain = text.replaceAll('\u00a0', ' ');
  const same = /^best route stays (\d+)$/.exec(plain);
  if (same) return { what: 'best route', from: Number(same[1]), to: Number(same[1]) };
  const found = /^(.*?):? (-?\d+)(?: G)? \u2192 (-?\d+)(?: G)?(?: \(.*\))?$/.exec(plain);
  if (!found)
    return /^(rotation \d+ of \d+|then: .+|The circle is then free for everyone\.)$/.test(plain) ? 'sentence' : null;
  const [from, to] = [Number(found[2]), Number(found[3])];
  const head = found[1] ?? '';
  const of = (words: string) => shorts.get(head.slice(words.length)) ?? '?';
  if (head === 'your cash') return { what: `cash ${seat}`, from, to };
  if (head === 'loans') return { what: `loans ${seat}`, from, to };
  if (head === 'best route') return { what: 'best route', from, to };
  if (head === 'treasury') return { what: `treasury ${position.company ?? ''}`, from, to };
  if (head.startsWith('treasury of ')) return { what: `treasury ${of('treasury of ')}`, from, to };
  if (head.startsWith('revenue of ')) return { what: `revenue ${of('revenue of ')}`, from, to };
  if (head.startsWith('share of ')) return { what: `price ${of('share of ')}`, from, to };
  const other = /^Seat(\d)$/.exec(head);
  return other ? { what: `cash ${other[1] ?? ''}`, from, to } : null;
}

// The sums that the turn card makes itself. What follows the action by itself is taken off again.
function holdCard(card: Card, action: Action, seat: number, before: Position, after: Position, changed: Changed) {
  const text = card.choice.effect.replaceAll('\u00a0', ' ');
  const about = `${text} for ${JSON.stringify(action)}`;
  const company = before.company ?? '';
  const player = (position: Position) => position.players[seat];
  const loans = changed(`loans ${seat}`);
  if (action.type === 'buy_share') {
    expect(text, about).toBe(`certificates ${player(after)?.certificates} of ${player(after)?.limit}`);
    return ['certificates'];
  }
  if (action.type === 'run' && action.empty) {
    expect(text).toBe('no revenue, no maintenance');
    for (const what of ['revenue', 'treasury']) expect(changed(`${what} ${company}`), about).toBe(0);
    return ['empty run'];
  }
  if (action.type === 'run') {
    const net = Number(/(-?\d+)$/.exec(text.replaceAll('−', '-'))?.[1] ?? NaN);
    const paid = changed(`revenue ${company}`) + changed(`treasury ${company}`) + changed(`cash ${seat}`);
    expect(net, about).toBe(paid - loans * loan);
    return [net < 0 ? 'net loss' : 'net'];
  }
  if (action.type === 'buy_tram') {
    const adds = Number(/^You add (\d+) of your own/.exec(text)?.[1] ?? 0);
    expect(adds, about).toBe(loans * loan - changed(`cash ${seat}`));
    expect(/(\d+) loans?$/.exec(card.choice.warning ?? '')?.[1] ?? '0', about).toBe(String(loans));
    return [adds ? 'director adds' : 'treasury pays'];
  }
  if (action.type === 'bid') {
    const left = Number(/left: (\d+)$/.exec(text)?.[1] ?? NaN);
    const money = before.bidders.find((bidder) =>
      bidder.company === null ? bidder.seat === seat : bidder.company === before.company,
    )?.money;
    expect(left, about).toBe((money ?? 0) - Number(action.price));
    return ['left after a bid'];
  }
  // The dividend: a row for each holder and one for the treasury.
  for (const row of card.rows) {
    const [who = '', , sums = ''] = row.split('|');
    const [from, to] = sums.split(' → ').map(Number);
    const holder = /^Seat(\d), /.exec(who)?.[1];
    if (!holder && who !== 'Treasury') continue;
    expect((to ?? NaN) - (from ?? NaN), row).toBe(changed(holder ? `cash ${holder}` : `treasury ${company}`));
  }
  return ['rows of a dividend'];
}

async function decide(match: number, roll: Roll, tally: Map<string, number>): Promise<boolean> {
  const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
  const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
  if (seat === undefined) return false;
  const answer = madeByChance(match, seat, roll);
  const action = answer?.send ?? ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: `${roll(1000)}` });
  const view = ask<MatchView>({ op: 'view', match, viewer: seat });
  const before = positionOf(view);
  const effects = ask<InTheMaking>({ op: 'compose', match, seat, action }).effects;
  const texts = new ViennaTexts(name, before, () => seat);
  const table = { compose: () => Promise.resolve({ effects }) };
  const chooser = new Chooser({ myTurn: true, me: seat, name, table } as unknown as TableModel, () => ({
    position: before,
    texts,
  }));
  chooser.take(action);
  await chooser.ask();
  const parts = chooser.effect.split(' · ').filter(Boolean);
  const about = `${parts.join(' · ')} for ${JSON.stringify(action)}`;
  expect(chooser.decision?.action, about).toMatchObject(action);
  const card = readCard(action, view, before, texts, seat, name);
  ask({ op: 'play', match, seat, action });
  const after = positionOf(ask<MatchView>({ op: 'view', match, viewer: seat }));
  const [was, now, later] = [numbersOf(before), numbersOf(after), laterOf(effects)];
  const open = effects?.then?.more === true || (effects as { more?: boolean } | null)?.more === true;
  if (card && !open) {
    const changed = (what: string) => (now.get(what) ?? 0) - (was.get(what) ?? 0) - (later.get(what) ?? 0);
    for (const what of holdCard(card, action, seat, before, after, changed)) count(`card: ${what}`);
  }
  const told = new Set<string>();
  for (const text of parts) {
    const moved = /^marker of line (\d+) into the circle (with|without) track$/.exec(text);
    if (moved) {
      const marker = after.markers.find(({ hex, line }) => hex === action.hex && line === Number(moved[1]));
      expect(marker?.circle, about).toBe(moved[2] === 'with' ? 0 : 1);
      count('circles');
      continue;
    }
    const said = read(text, seat, before);
    expect(said, `unknown: ${text}`).not.toBeNull();
    if (said === 'sentence' || said === null) continue;
    told.add(said.what);
    if (said.what === 'best route') {
      // Still the same line's turn: its best route is now what was said.
      const line = (position: Position) => position.lines.find(({ number }) => number === position.line);
      if (after.line !== before.line || after.round !== before.round || !after.moves) continue;
      expect(said.from, about).toBe(line(before)?.best ?? 0);
      expect(said.to, about).toBe(line(after)?.best ?? 0);
    } else {
      expect(said.from, about).toBe(was.get(said.what));
      if (open) continue;
      expect(said.to + (later.get(said.what) ?? 0), `${said.what}: ${about}`).toBe(now.get(said.what));
    }
    count(said.what.split(' ')[0] ?? '');
  }
  // What is not spoken of stays.
  if (!open)
    for (const [what, value] of was)
      if (!told.has(what) && /^(cash|loans|treasury)/.test(what) && now.has(what)) {
        expect(now.get(what), `${what} unspoken of: ${about}`).toBe(value + (later.get(what) ?? 0));
        count('unspoken');
      }
  count(`decided ${action.type}`);
  count('decisions');
  return true;
}

describe('everything the decision bar of 1840 promises', () => {
  it(
    'is what happens',
    async () => {
      const tally = new Map<string, number>();
      const goal = long ? 10_000 : 800;
      const roll = dice(17);
      for (let game = 0; (tally.get('decisions') ?? 0) < goal; ++game) {
        const options = game % 3 === 2 ? { C7: true, C11: true } : {};
        const setup = { players: 2 + (game % 5), seed: `promise-${game}`, options };
        const match = ask<number>({ op: 'start', game: '1840', setup });
        while ((tally.get('decisions') ?? 0) < goal && (await decide(match, roll, tally)));
        ask({ op: 'drop', match });
      }
      console.log(
        [...tally]
          .sort()
          .map(([what, n]) => `${what} ${n}`)
          .join(', '),
      );
      for (const what of [
        'cash',
        'treasury',
        'best',
        'unspoken',
        'decided lay_tile',
        'decided buy_share',
        'decided dividend',
        ...['certificates', 'net', 'treasury pays', 'left after a bid'].map((what) => `card: ${what}`),
        ...(long ? ['card: net loss', 'card: director adds', 'card: empty run', 'card: rows of a dividend'] : []),
      ])
        expect(tally.get(what) ?? 0, what).toBeGreaterThan(0);
    },
    long ? 3_600_000 : 240_000,
  );
});
