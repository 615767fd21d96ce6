// What an action of Tramways is an example of: its kind, and each way in which it can be made or paid. A list with an example of every
// one comes out of matches played by chance.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Action, Event, InTheMaking, MatchState, Step, Values } from '../../src/table/contract';
import { symbolsOf } from '../../src/games/tramways/turn/making';
import { ask, dice, madeByChance, type Roll } from './real_engine';

// What is printed where a symbol is. The data are read here: this file serves the browser's tests too, which load no JSON.
interface Printed {
  id: number;
  slots: (string | null)[];
}
const cards = new Map(
  (
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../data/tramways/cards.json'), 'utf8')) as {
      cards: Printed[];
    }
  ).cards.map((card) => [card.id, card.slots]),
);
function printed(symbol: string): string {
  const [card, slot] = symbol.split(':');
  return cards.get(Number(card))?.[Number(slot)] ?? 'ticket';
}

const kinds = [
  ...['draft_parcel', 'choose_book', 'take_dev', 'keep_dev', 'bid', 'pass', 'take_auction_card', 'void_discard'],
  ...[
    'solo_reveal',
    'solo_take',
    'lay_track',
    'upgrade_link',
    'build',
    'upgrade_building',
    'move_passenger',
    'end_turn',
  ],
  ...[
    'bonus_money',
    'take_open_dev',
    'take_top_dev',
    'buy_hp',
    'admin_play',
    'admin_discard',
    'admin_done',
    'choose_hand',
  ],
];
export const wanted = [
  ...kinds,
  ...[
    'track new',
    'track continued',
    'track through',
    'track redirected',
    'track joined',
    'track complete',
    'track open',
  ],
  ...['track long', 'rails of several cards', 'rails of one card', 'two destinations', 'destination by coordinate'],
  ...['bid coins', 'bid symbols', 'bid both', 'bid several cards', 'reveal coins', 'reveal symbols'],
  ...['ride one link', 'ride several links', 'ride of others', 'ride one card', 'ride two cards', 'ride to a parcel'],
  ...['upgrade_link one card', 'upgrade_link two cards', 'build one card', 'build two cards'],
  ...['upgrade_building one card', 'upgrade_building two cards', 'take and reveal'],
  ...['use worker', 'use money', 'use stress_down', 'use add_passenger', 'use several', 'discard free', 'discard fee'],
  ...[
    'happiness none',
    'happiness some',
    'hand kept',
    'hand chosen',
    'payment of one\u2019s own',
    'consequence in dollars',
  ],
];

const cardsOf = (symbols: string[]) => new Set(symbols.map((symbol) => symbol.split(':')[0]));

function trackTags(action: Action, events: Event[]): string[] {
  const base = (action.base as { kind: string }).kind;
  const rails = action.rails as string[];
  const dests = action.dests as string[];
  const happened = (kind: string) => events.some((event) => event.kind === kind);
  return [
    { new: 'track new', link: 'track continued', through: 'track through' }[base] ?? '',
    action.redirect ? 'track redirected' : '',
    happened('link_joined') ? 'track joined' : '',
    happened('link_completed') ? 'track complete' : 'track open',
    (action.exits as string[]).length > 4 ? 'track long' : '',
    cardsOf(rails).size > 1 ? 'rails of several cards' : '',
    rails.length > cardsOf(rails).size ? 'rails of one card' : '',
    dests.length > 1 ? 'two destinations' : '',
    dests.some((symbol) => printed(symbol).startsWith('parcel_')) ? 'destination by coordinate' : '',
  ];
}
function payTags(name: string, action: Action): string[] {
  const { coins, symbols } = action.pay as { coins: number; symbols: string[] };
  return [
    coins && !symbols.length ? `${name} coins` : '',
    !coins && symbols.length ? `${name} symbols` : '',
    coins && symbols.length ? `${name} both` : '',
    cardsOf(symbols).size > 1 ? `${name} several cards` : '',
  ];
}
export function tagsOf(answer: InTheMaking, seat: number): string[] {
  const action = answer.send as Action;
  const effects = answer.effects;
  const events = effects?.events ?? [];
  const cards = cardsOf(symbolsOf(action)).size === 1 ? 'one card' : 'two cards';
  const tags: string[] = [action.type];
  switch (action.type) {
    case 'lay_track':
      tags.push(...trackTags(action, events));
      break;
    case 'bid':
      tags.push(...payTags('bid', action));
      break;
    case 'solo_reveal':
      tags.push(...payTags('reveal', action));
      break;
    case 'move_passenger':
      tags.push((action.route as number[]).length > 1 ? 'ride several links' : 'ride one link', `ride ${cards}`);
      if (events.some((event) => event.kind === 'link_travelled' && event.owner_seat !== seat))
        tags.push('ride of others');
      if (effects?.bonus === null) tags.push('ride to a parcel');
      break;
    case 'upgrade_link':
    case 'build':
    case 'upgrade_building':
      tags.push(`${action.type} ${cards}`);
      break;
    case 'take_dev':
      if (action.reveal !== null) tags.push('take and reveal');
      break;
    case 'admin_play': {
      const uses = symbolsOf(action).map((symbol) => printed(symbol).replace(/\d+$/, ''));
      tags.push(...uses.map((use) => `use ${use}`), uses.length > 1 ? 'use several' : '');
      break;
    }
    case 'admin_discard':
      tags.push(
        events.some((event) => event.kind === 'card_discarded' && event.price !== 0) ? 'discard fee' : 'discard free',
      );
      break;
    case 'buy_hp':
      tags.push(action.n ? 'happiness some' : 'happiness none');
      break;
    case 'choose_hand':
      tags.push((action.cards as number[]).length ? 'hand chosen' : 'hand kept');
      break;
  }
  if (events.some((event) => event.kind === 'consequence_paid')) tags.push('consequence in dollars');
  return tags.filter(Boolean);
}

// Is it paid otherwise than the engine would propose?
function ofOnesOwn(match: number, seat: number, answer: InTheMaking): boolean {
  const cheapest = ask<InTheMaking>({ op: 'compose', match, seat, action: answer.action });
  return (
    cheapest.send !== null &&
    symbolsOf(cheapest.send).sort().join() !==
      symbolsOf(answer.send as Action)
        .sort()
        .join()
  );
}

export interface Example {
  tags: string[];
  file: object;
  seat: number;
  action: Action;
}

// Two incomplete links that become one are seldom within reach (8.5.2): they are looked for wherever a link can be continued, and
// short open links are laid so that there are some.
const joins = (step: Step) => (step.end as { kind: string; dests?: number } | undefined)?.dests === 2;
function joined(match: number, seat: number, action: Values, depth: number): InTheMaking | null {
  const answer = ask<InTheMaking>({ op: 'compose', match, seat, action });
  for (const step of answer.next) {
    if (action.base === undefined && step.kind !== 'link') continue;
    if (step.kind === 'piece' && !joins(step) && depth === 0) continue;
    const next = { ...answer.action, ...step.set };
    const found = joins(step)
      ? ask<InTheMaking>({ op: 'compose', match, seat, action: next })
      : joined(match, seat, next, depth - (step.kind === 'link' ? 0 : 1));
    if (found?.send) return found;
  }
  return null;
}
function openTrack(match: number, seat: number, roll: Roll): InTheMaking | null {
  let answer = ask<InTheMaking>({ op: 'compose', match, seat, action: { type: 'lay_track' } });
  for (let steps = 0; steps < 4 && answer.next.length; ++steps) {
    const open = answer.next.filter((step) => (step.end as { kind: string } | undefined)?.kind === 'open');
    const among = open.length ? open : answer.next.filter((step) => step.kind !== 'through');
    const set = among[roll(among.length)]?.set;
    if (!set) return null;
    answer = ask<InTheMaking>({ op: 'compose', match, seat, action: { ...answer.action, ...set } });
    if (answer.send) return answer;
  }
  return null;
}

// One decision of a match: made by chance, or a bot's where chance leads nowhere.
export function decision(match: number, seat: number, roll: Roll, laying = false): InTheMaking {
  const acting = ask<InTheMaking>({ op: 'compose', match, seat, action: {} }).next.some(
    ({ set }) => set.type === 'lay_track',
  );
  if (acting && laying) {
    const track = joined(match, seat, { type: 'lay_track' }, 2) ?? (roll(4) ? openTrack(match, seat, roll) : null);
    if (track) return track;
  }
  const made = madeByChance(match, seat, roll);
  if (made) return made;
  const action = ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: `${roll(1000)}` });
  return ask<InTheMaking>({ op: 'compose', match, seat, action });
}

// Examples that together show everything wanted, the first match first. What is missing in the end the caller finds.
export function exampleList(most = 200): Example[] {
  const open = new Set(wanted);
  const list: Example[] = [];
  const roll = dice(13);
  for (let game = 0; game < most && open.size; ++game) {
    const players = 1 + (game % 5);
    const options = {
      ...(game % 2 ? { development: 'alternative' } : {}),
      ...(players > 1 && game % 3 ? { draft: true } : {}),
    };
    const match = ask<number>({ op: 'start', game: 'tramways', setup: { players, seed: `list-${game}`, options } });
    for (;;) {
      const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
      if (seat === undefined || !open.size) break;
      const answer = decision(match, seat, roll, game % 4 === 1);
      const tags = tagsOf(answer, seat);
      if (answer.pay && open.has('payment of one\u2019s own') && ofOnesOwn(match, seat, answer))
        tags.push('payment of one\u2019s own');
      const fresh = tags.filter((tag) => open.has(tag));
      if (fresh.length) {
        list.push({ tags: fresh, file: ask<object>({ op: 'file', match }), seat, action: answer.send as Action });
        for (const tag of fresh) open.delete(tag);
      }
      ask({ op: 'play', match, seat, action: answer.send as Action });
    }
    ask({ op: 'drop', match });
  }
  return list;
}
