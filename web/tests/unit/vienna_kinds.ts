// What an action of 1840 is an example of: its kind, and each way in which it can come about or be paid. A list with an example of every
// one comes out of matches played by chance and by bots.
import type { Action, Event, InTheMaking, MatchState, MatchView, Range } from '../../src/table/contract';
import { ask, dice, madeByChance, oneOf, type Roll } from './real_engine';

export const wanted = [
  ...['open_private', 'bid_private', 'shares', 'trams', 'trams_won', 'trams_after'].map((step) => `pass: ${step}`),
  ...['name_line', 'bid_line', 'build', 'bonus', 'after_run'].map((step) => `pass: ${step}`),
  ...['private: first bid', 'private: higher bid', 'private: more than needed'],
  ...['line: first bid', 'line: higher bid', 'line: more than needed', 'line: too little left for a tram'],
  ...['choose_order', 'par 100', 'par 90', 'par 80', 'par 70', 'par: director pays more'],
  ...['share of a tram company', 'share of a Stadtbahn', 'sell one', 'sell several', 'sell Stadtbahn'],
  ...['return: opening', 'return: share round', 'return: company round', 'return: line round', 'return: by a company'],
  ...['return: while asked'],
  ...['dividend: all', 'dividend: a part', 'dividend: none'],
  ...['tram: treasury', 'tram: director pays', 'tram: loans', 'tram: first of its colour', 'tram: while assigning'],
  ...['scrap: from a line', 'scrap: parked', 'scrap: in a line’s turn', 'scrap: while assigning'],
  ...['assign: as it was', 'assign: changed', 'assign: one parked', 'assign: a line without'],
  ...['tile: ordinary', 'tile: upgrade', 'tile: turned', 'tile: for money', 'tile: either circle'],
  ...['lay_yellow', 'upgrade_to_green', 'lay_red', 'lay_purple', 'place_station'].map((b) => `Stadtbahn: ${b}`),
  ...['lay_yellow', 'upgrade_to_green', 'lay_red', 'lay_purple'].map((bonus) => `bonus: ${bonus}`),
  ...['marker: own', 'marker: of a bonus', 'marker: replaces', 'marker: home base', 'marker: second circle'],
  ...['remove_marker'],
  ...['offer: own', 'offer: another’s', 'accept_offer', 'decline_offer'],
  ...['run: gain', 'run: loss from revenue', 'run: loss from treasury', 'run: loss from director', 'run: loans'],
  ...['run: empty', 'run: claimed'],
];

interface State {
  step: string;
  round: { kind: string };
  active: { seat: number; company: string | null };
  offer: object | null;
  players: { seat: number; privates: string[] }[];
  companies: { id: string; parked: string[] }[];
  lines: { number: number; tram: string | null }[];
  tiles: { hex: string }[];
  turn: { bonus: string | null } | null;
  moves: {
    bids?: { private?: string; line?: number; price: Range; safe?: number | null }[];
    directors?: Record<string, { par: number; pays: number }[]>;
    dividend?: Range;
    tiles?: Record<string, Record<string, { cost: number; kind: string; bonus: string | null; rotations: object[] }>>;
    offers?: { private: string; at_once: boolean }[];
  };
}

function bidTags(action: Action, state: State): string[] {
  const what = action.line === undefined ? 'private' : 'line';
  const offer = state.moves.bids?.find(
    (entry) => entry.line === action.line && entry.private === action.private && entry.price,
  );
  const price = Number(action.price);
  const safe = offer?.safe ?? null;
  return [
    `${what}: ${/^(open|name)_/.test(state.step) ? 'first' : 'higher'} bid`,
    offer && price > offer.price.min ? `${what}: more than needed` : '',
    safe !== null && price > safe ? 'line: too little left for a tram' : '',
  ];
}
function tramTags(action: Action, state: State): string[] {
  const trams = Object.entries(action.trams as Record<string, string | null>);
  const now = (line: string) => state.lines.find(({ number }) => number === Number(line))?.tram ?? null;
  const owned =
    trams.filter(([line]) => now(line)).length +
    (state.companies.find(({ id }) => id === state.active.company)?.parked.length ?? 0);
  const used = trams.filter(([, colour]) => colour).length;
  return [
    trams.every(([line, colour]) => now(line) === colour) ? 'assign: as it was' : 'assign: changed',
    used < owned ? 'assign: one parked' : '',
    used < trams.length ? 'assign: a line without' : '',
  ];
}
function tileTags(action: Action, state: State): string[] {
  const entry = state.moves.tiles?.[String(action.hex)]?.[String(action.tile)];
  const ordinary = entry?.kind === 'ordinary';
  return [
    entry?.kind === 'stadtbahn' ? `Stadtbahn: ${entry.bonus ?? ''}` : '',
    entry?.kind === 'bonus' ? `bonus: ${state.turn?.bonus ?? ''}` : '',
    ordinary ? 'tile: ordinary' : '',
    ordinary && state.tiles.some(({ hex }) => hex === action.hex) ? 'tile: upgrade' : '',
    action.rotation ? 'tile: turned' : '',
    ordinary && entry.cost ? 'tile: for money' : '',
    action.circle ? 'tile: either circle' : '',
  ];
}
function returnTags(action: Action, state: State): string[] {
  const own = state.players.some(({ privates }) => privates.includes(String(action.private)));
  const round = { pre_share: 'opening', share: 'share round', company: 'company round', line: 'line round' };
  return [
    own ? '' : 'return: by a company',
    state.offer ? 'return: while asked' : `return: ${round[state.round.kind as keyof typeof round]}`,
  ];
}
function runTags(action: Action, events: Event[]): string[] {
  if (action.empty) return ['run: empty'];
  if (action.revenue !== undefined) return ['run: claimed'];
  const short = events.find(({ kind }) => kind === 'shortfall') as Record<string, number> | undefined;
  if (!short) return ['run: gain'];
  return ['revenue', 'treasury', 'director'].map((who) => (short[who] ? `run: loss from ${who}` : ''));
}

export function tagsOf(action: Action, events: Event[], state: State): string[] {
  const happened = (kind: string) => events.some((event) => event.kind === kind);
  const loans = happened('loans_taken');
  const tags = (): string[] => {
    switch (action.type) {
      case 'pass':
        return [`pass: ${state.step}`];
      case 'bid':
        return bidTags(action, state);
      case 'buy_director': {
        const entry = state.moves.directors?.[String(action.company)]?.find(({ par }) => par === action.par);
        return [`par ${String(action.par)}`, entry?.pays ? 'par: director pays more' : ''];
      }
      case 'buy_share':
      case 'sell_shares': {
        const tram = state.companies.some(({ id }) => id === action.company);
        if (action.type === 'buy_share') return [tram ? 'share of a tram company' : 'share of a Stadtbahn'];
        return [Number(action.count) > 1 ? 'sell several' : 'sell one', tram ? '' : 'sell Stadtbahn'];
      }
      case 'return_private':
        return returnTags(action, state);
      case 'dividend':
        return [
          action.amount === 0
            ? 'dividend: none'
            : action.amount === state.moves.dividend?.max
              ? 'dividend: all'
              : 'dividend: a part',
        ];
      case 'buy_tram':
        return [
          happened('director_paid') ? 'tram: director pays' : 'tram: treasury',
          loans ? 'tram: loans' : '',
          happened('maintenance_changed') ? 'tram: first of its colour' : '',
          state.step.startsWith('assign') ? 'tram: while assigning' : '',
        ];
      case 'scrap_tram':
        return [
          action.line ? 'scrap: from a line' : 'scrap: parked',
          state.step === 'build' ? 'scrap: in a line’s turn' : '',
          state.step.startsWith('assign') ? 'scrap: while assigning' : '',
        ];
      case 'assign_trams':
        return tramTags(action, state);
      case 'lay_tile':
        return tileTags(action, state);
      case 'place_marker':
        return [
          { home: 'marker: home base', bonus: 'marker: of a bonus' }[state.step] ?? 'marker: own',
          action.replace ? 'marker: replaces' : '',
          action.location ? 'marker: second circle' : '',
        ];
      case 'offer_private': {
        const entry = state.moves.offers?.find((offer) => offer.private === action.private);
        return [entry?.at_once ? 'offer: own' : 'offer: another’s'];
      }
      case 'run':
        return [...runTags(action, events), loans ? 'run: loans' : ''];
      default:
        return [action.type];
    }
  };
  return tags().filter(Boolean);
}

export interface Example {
  tags: string[];
  file: object;
  seat: number;
  action: Action;
}

// What neither chance nor bots often come to: offers for privates and answers to them, claims.
function seldom(view: MatchView, roll: Roll): Action | null {
  const { offer } = view.state as unknown as State;
  const entries = view.legal.filter(
    ({ type, revenue }) =>
      revenue !== undefined || /^(offer_private|accept_offer)$/.test(type) || (offer && type === 'return_private'),
  );
  const entry = entries[roll(entries.length)];
  if (!entry || roll(3)) return null;
  return Object.fromEntries(Object.entries(entry).map(([member, value]) => [member, oneOf(value, roll)])) as Action;
}

// One decision: by chance, else a bot's.
function decision(match: number, seat: number, view: MatchView, roll: Roll, chance: number): Action {
  const rare = seldom(view, roll);
  if (rare) return rare;
  const made = roll(10) < chance ? madeByChance(match, seat, roll)?.send : null;
  return made ?? ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: `${roll(1000)}` });
}

// Matches in which something was first seen; where the rules have changed since, the others are searched too.
const fruitful = [0, 1, 2, 3, 4, 5, 6, 9, 29];

// Examples that together show everything wanted, the first match first. What is missing in the end the caller finds.
export function exampleList(only: readonly string[] = wanted, most = 150): Example[] {
  const open = new Set(only);
  const list: Example[] = [];
  for (const game of new Set([...fruitful, ...Array(most).keys()])) {
    if (!open.size) break;
    const roll = dice(game);
    const options = game % 3 === 2 ? { C7: true, C11: true } : {};
    const setup = { players: 2 + (game % 5), seed: `list-${game}`, options };
    const match = ask<number>({ op: 'start', game: '1840', setup });
    for (;;) {
      const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
      if (seat === undefined || !open.size) break;
      const view = ask<MatchView>({ op: 'view', match, viewer: seat });
      const action = decision(match, seat, view, roll, 1 + (game % 4) * 3);
      const events = ask<InTheMaking>({ op: 'compose', match, seat, action }).effects?.events ?? [];
      const fresh = tagsOf(action, events, view.state as unknown as State).filter((tag) => open.has(tag));
      if (fresh.length) {
        list.push({ tags: fresh, file: ask<object>({ op: 'file', match }), seat, action });
        for (const tag of fresh) open.delete(tag);
      }
      ask({ op: 'play', match, seat, action });
    }
    ask({ op: 'drop', match });
  }
  return list;
}
