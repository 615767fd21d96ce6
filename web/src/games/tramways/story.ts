// What happened in Tramways, for log, marks and recap: which places and values an event touches, and what it means to one player.
import type { Component } from 'svelte';
import { called, type GameStory, type RecapLine, type Since, type Told, type Touch } from '@/frame/story.svelte';
import { t } from '@/i18n/i18n.svelte';
import type { Action, Event, LogEntry, MatchView } from '@/table/contract';
import { key, type Spot } from './board/board';
import { PlaceNames } from './board/names';
import { playerClass } from './data';
import PlayerMark from './panels/PlayerMark.svelte';
import { TramwaysTexts } from './texts';
import { symbolsOf } from './turn/making';
import { Titles } from './turn/titles';
import { trackWay } from './turn/track';
import { positionOf, type RawState } from './view';

const stateOf = (view: MatchView) => view.state as unknown as RawState;
const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '±0');
const markOf = (seat: number): Pick<RecapLine, 'mark'> => ({
  mark: { component: PlayerMark as Component<never>, props: { seat } },
});
const fieldAt = (field: Spot, seat: number | null): Touch => ({
  at: `[data-field="${key(field)}"]`,
  place: true,
  ...(seat === null ? {} : { class: playerClass(seat) }),
});
const seatAt = (seat: number, text: string): Touch => ({
  at: `[data-at="seat:${seat}"]`,
  text,
  class: playerClass(seat),
});

const kinds: Record<string, string[]> = {
  board: ['track_laid', 'link_completed', 'link_upgraded', 'built', 'building_upgraded', 'passenger_moved'],
  auction: ['bid_made', 'placed', 'auction_card_taken', 'void_discarded', 'solo_revealed'],
  money: ['link_income', 'link_paid', 'commercial_money', 'hp_bought', 'turn_income', 'money_gained'],
};

const spotOf = (value: unknown): Spot => value as Spot;
function parcelSpot(state: RawState, parcel: unknown): Spot | null {
  const field = state.map.find((entry) => entry.ground === parcel);
  return field ? [field.x, field.y] : null;
}

function touches(event: Event, entry: LogEntry, view: MatchView): Touch[] {
  const state = stateOf(view);
  const seat = typeof event.seat === 'number' ? event.seat : entry.seat;
  switch (event.kind) {
    case 'track_laid':
    case 'link_upgraded': {
      const last = state.links[String(event.link)]?.pieces.slice(-Number(event.pieces ?? 1)) ?? [];
      const ends = event.kind === 'track_laid' && last.length > 1 ? [last[0], last.at(-1)] : last.slice(-1);
      return ends.flatMap((piece) => (piece ? [fieldAt([piece[0], piece[1]], seat)] : []));
    }
    case 'built': {
      const spot = parcelSpot(state, event.parcel);
      return spot ? [fieldAt(spot, seat)] : [];
    }
    case 'parcel_drafted':
    case 'parcel_owned': {
      const spot = parcelSpot(state, event.parcel);
      return spot ? [{ ...fieldAt(spot, seat) }] : [];
    }
    case 'building_upgraded':
    case 'passenger_added':
      return [fieldAt(spotOf(event.field), seat)];
    case 'passenger_arrived':
      return [fieldAt(spotOf(event.field), null)];
    case 'passenger_moved':
      return [fieldAt(spotOf(event.field), seat), fieldAt(spotOf(event.to), seat)];
    case 'hp_changed':
    case 'stress_changed':
      return [
        seatAt(
          seat,
          t(`tramways.web.recap.${event.kind === 'hp_changed' ? 'hp' : 'stress'}`, { n: signed(Number(event.change)) }),
        ),
      ];
    case 'link_income':
    case 'commercial_money':
    case 'turn_income':
    case 'money_gained':
      return [seatAt(seat, t('tramways.web.recap.dollars', { n: signed(Number(event.amount)) }))];
    case 'link_paid':
      return [
        seatAt(seat, t('tramways.web.recap.dollars', { n: signed(-Number(event.amount)) })),
        seatAt(Number(event.owner_seat), t('tramways.web.recap.dollars', { n: signed(Number(event.amount)) })),
      ];
    default:
      return [];
  }
}

let known: { view: MatchView; names: PlaceNames } | null = null;
function namesIn(view: MatchView): PlaceNames {
  if (known?.view === view) return known.names;
  const { fields, links } = positionOf(view);
  known = { view, names: new PlaceNames(fields, links) };
  return known.names;
}
const linkIn = (view: MatchView, id: number) => (namesIn(view).has(id) ? namesIn(view).link(id) : '–');
function textsOf(view: MatchView, name: (seat: number) => string, me: number | null): TramwaysTexts {
  return new TramwaysTexts(
    name,
    (id) => linkIn(view, id),
    () => me,
    (id) => namesIn(view).apart(id),
  );
}

function tell(entry: LogEntry, view: MatchView, name: (seat: number) => string, me: number | null): Told {
  const { events } = entry;
  return {
    ...textsOf(view, name, me).tell(entry),
    kinds: Object.keys(kinds).filter((kind) => events.some((event) => kinds[kind]?.includes(event.kind))),
  };
}

// A move that may be made, as hints say it: what, where, and which cards.
function describe(action: Action, view: MatchView, name: (seat: number) => string, me: number | null): string {
  const texts = textsOf(view, name, me);
  const titles = new Titles(positionOf(view), namesIn(view), texts, (id) => linkIn(view, id));
  const paid = action.type === 'admin_play' ? [] : symbolsOf(action);
  return [titles.named(action) ?? texts.action(action), texts.symbols(paid)].filter(Boolean).join(' · ');
}
// Where it leads to.
function placeOf(action: Action, view: MatchView): string | null {
  const state = stateOf(view);
  const { links } = positionOf(view);
  const way = trackWay(action, links, (parcel) => parcelSpot(state, parcel))?.way;
  const [link] = links.filter(({ id }) => id === action.link);
  const piece = link?.pieces[Math.floor(link.pieces.length / 2)];
  const spot =
    way?.at(-1) ?? (action.parcel ? parcelSpot(state, action.parcel) : null) ?? (piece ? [piece[0], piece[1]] : null);
  return spot ? `[data-field="${spot.join(',')}"]` : null;
}

const numbers = [
  ['hp', 'happiness', 90, 1],
  ['stress', 'stress', 85, -1],
  ['money', 'money', 80, 1],
  ['workers', 'workers', 50, 1],
] as const;

// The viewer's own values, whoever changed them.
function own({ before, after, events, me }: Since): RecapLine[] {
  if (me === null) return [];
  const [was, is] = [stateOf(before).players[me], stateOf(after).players[me]];
  if (!was || !is) return [];
  const lines = numbers.flatMap(([member, word, weight, good]): RecapLine[] => {
    const [from, to] = [was[member], is[member]];
    if (from === to) return [];
    return [
      {
        ...markOf(me),
        title: t(`tramways.web.recap.your_${word}`, { from, to }),
        value: signed(to - from),
        tone: (to - from) * good > 0 ? 'good' : 'bad',
        weight,
        touches: [seatAt(me, signed(to - from))],
      },
    ];
  });
  const rides = events.filter((event) => event.kind === 'link_travelled' && event.owner_seat === me).length;
  if (rides) lines.push({ ...markOf(me), title: t('tramways.web.recap.rides', { n: rides }), weight: 60 });
  return lines;
}

function order({ before, after, me, name }: Since): RecapLine[] {
  const [was, is] = [stateOf(before).turn_order, stateOf(after).turn_order];
  if (me === null || was.join() === is.join()) return [];
  return [
    {
      title: t('tramways.web.recap.order', { n: is.indexOf(me) + 1, of: is.length }),
      note: is.map((seat) => called(seat, me, name)).join(', '),
      weight: 70,
    },
  ];
}

function bids({ after, events, me, name }: Since): RecapLine[] {
  const bid = events.findLast((event) => event.kind === 'bid_made');
  const taken = events.filter((event) => event.kind === 'auction_card_taken' || event.kind === 'dev_open_taken');
  const texts = textsOf(after, name, me);
  const lines = taken
    .filter((event) => event.seat !== me)
    .map((event): RecapLine => ({
      ...markOf(Number(event.seat)),
      title: t('tramways.web.recap.took', { seat: name(Number(event.seat)), card: texts.card(Number(event.card)) }),
      weight: 30,
    }));
  if (bid && stateOf(after).phase === 'auction.bid')
    lines.push({
      ...markOf(Number(bid.seat)),
      title: t('tramways.web.recap.bid', { seat: name(Number(bid.seat)), n: bid.amount ?? 0 }),
      weight: 75,
    });
  return lines;
}

function board({ after, events, name, me }: Since): RecapLine[] {
  const state = stateOf(after);
  const names = namesIn(after);
  return events.flatMap((event): RecapLine[] => {
    const seat = Number(event.seat);
    if (event.seat === me || typeof event.seat !== 'number') return [];
    const line = (title: string, weight: number, spots: (Spot | null)[] = []): RecapLine[] => [
      { ...markOf(seat), title, weight, touches: spots.flatMap((spot) => (spot ? [fieldAt(spot, seat)] : [])) },
    ];
    const link = Number(event.link ?? -1);
    const ends = names.has(link) ? names.link(link) : '–';
    switch (event.kind) {
      case 'link_completed':
        return line(t('tramways.web.recap.completed', { seat: name(seat), ends }), 48);
      case 'track_laid': {
        const done = events.some((other) => other.kind === 'link_completed' && other.link === event.link);
        return done ? [] : line(t('tramways.web.recap.track', { seat: name(seat), n: event.pieces ?? 0 }), 40);
      }
      case 'link_upgraded':
        return line(t('tramways.web.recap.upgraded', { seat: name(seat), what: ends }), 36);
      case 'building_upgraded':
        return line(
          t('tramways.web.recap.upgraded', { seat: name(seat), what: names.exact(spotOf(event.field)) }),
          44,
          [spotOf(event.field)],
        );
      case 'built':
        return line(
          t('tramways.web.recap.built', {
            seat: name(seat),
            parcel: event.parcel ?? null,
            building: t(`tramways.building.${String(event.building)}`),
          }),
          46,
          [parcelSpot(state, event.parcel)],
        );
      case 'passenger_moved':
        return line(
          t('tramways.web.recap.passenger', {
            seat: name(seat),
            from: names.exact(spotOf(event.field)),
            to: names.exact(spotOf(event.to)),
          }),
          52,
          [spotOf(event.field), spotOf(event.to)],
        );
      default:
        return [];
    }
  });
}

function others({ before, after, me, name }: Since): RecapLine[] {
  const changes = stateOf(after).players.flatMap((player, seat) => {
    const change = player.hp - (stateOf(before).players[seat]?.hp ?? 0);
    return seat === me || change === 0 ? [] : [`${name(seat)} ${signed(change)}`];
  });
  return changes.length ? [{ title: t('tramways.web.recap.others_hp', { who: changes.join(', ') }), weight: 58 }] : [];
}

function passed({ events, name, me }: Since): RecapLine[] {
  const quiet = events.filter(
    (event) => event.seat !== me && ['passed', 'turn_ended', 'admin_finished'].includes(event.kind),
  );
  const who = [...new Set(quiet.map((event) => name(Number(event.seat))))];
  return who.length ? [{ title: t('tramways.web.recap.done', { who: who.join(', ') }), weight: 10 }] : [];
}

const story: GameStory = {
  tell,
  touches,
  describe,
  placeOf,
  worth: (n) => t('tramways.web.points', { n }),
  roundEvent: 'round_begun',
  wording: (view) => namesIn(view).all,
  recap: (since) => [
    ...own(since),
    ...order(since),
    ...bids(since),
    ...board(since),
    ...others(since),
    ...passed(since),
  ],
};
export default story;
