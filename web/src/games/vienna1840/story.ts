// What happened in 1840, for log, marks and recap: which places and values an event touches, and what it means to one player.
import type { Component } from 'svelte';
import { called, type GameStory, type RecapLine, type Since, type Told, type Touch } from '@/frame/story.svelte';
import { hasText, t } from '@/i18n/i18n.svelte';
import { aside } from '@/i18n/telling';
import type { Event, LogEntry, MatchView } from '@/table/contract';
import { classOf, companies, mapOf, sharePercent, stadtbahnen } from './data';
import CompanyMark from './panels/CompanyMark.svelte';
import { ViennaTexts } from './texts';
import { positionOf, type RawState } from './view';

const stateOf = (view: MatchView) => view.state as unknown as RawState;
const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : '±0');
const shortName = (id: string) => companies.get(id)?.short ?? stadtbahnen.get(id)?.name ?? id;
const tramName = (colour: string) => (hasText(`1840.tram.${colour}`) ? t(`1840.tram.${colour}`) : colour);
const markOf = (id: string): Pick<RecapLine, 'mark'> => ({
  mark: { component: CompanyMark as Component<never>, props: { id, label: false } },
});
const hexAt = (hex: string, company: string | null | undefined): Touch => ({
  at: `[data-hex="${hex}"]`,
  place: true,
  ...(company ? { class: classOf(company) } : {}),
});

const kinds: Record<string, string[]> = {
  board: ['tile_laid', 'home_marker', 'marker_placed', 'stadtbahn_marker_removed'],
  auction: ['private_bid', 'private_sold', 'line_bid', 'auction_passed', 'line_sold', 'minimum_reduced'],
  money: [
    'share_bought',
    'shares_sold',
    'price_moved',
    'dividend_paid',
    'stadtbahn_paid',
    'income',
    'private_paid',
    'line_ran',
    'tram_bought',
    'director_bought',
    'loans_taken',
    'shortfall',
  ],
};

// Who pays or receives how much. Bids are promises: they move nothing yet.
function sums(event: Event): { seat?: number; company?: string; amount: number }[] {
  const seat = typeof event.seat === 'number' ? event.seat : undefined;
  const company = typeof event.company === 'string' ? event.company : undefined;
  const [amount, price] = [Number(event.amount ?? 0), Number(event.price ?? 0)];
  const of = (who: number | undefined, n: number) => (who === undefined ? [] : [{ seat: who, amount: n }]);
  const to = (who: string | undefined, n: number) => (who === undefined ? [] : [{ company: who, amount: n }]);
  switch (event.kind) {
    case 'private_sold':
    case 'share_bought':
      return of(seat, -price);
    case 'shares_sold':
    case 'income':
      return of(seat, amount);
    case 'private_paid':
    case 'private_returned':
      return seat === undefined ? to(company, amount) : of(seat, amount);
    case 'director_paid':
      return of(seat, -amount);
    case 'private_bought':
      return [...to(company, -price), ...of(seat, price)];
    case 'tram_bought':
    case 'line_sold':
      return to(company, -price);
    case 'line_ran':
      return to(company, Number(event.net));
    default:
      return [];
  }
}

function touches(event: Event, _entry: LogEntry, view: MatchView): Touch[] {
  const state = stateOf(view);
  if (typeof event.hex === 'string') {
    const company = state.lines.find((line) => line.number === event.line)?.company;
    return [hexAt(event.hex, company)];
  }
  if (event.kind === 'price_moved')
    return [
      {
        at: `[data-at="company:${String(event.company)}"]`,
        text: signed(Number(event.to) - Number(event.from)),
        class: classOf(String(event.company)),
      },
    ];
  return sums(event)
    .filter(({ amount }) => amount !== 0)
    .map(({ seat, company, amount }) => ({
      at: seat === undefined ? `[data-at="company:${company ?? ''}"]` : `[data-at="seat:${seat}"]`,
      text: signed(amount),
      ...(company ? { class: classOf(company) } : {}),
    }));
}

let texts: { view: MatchView; texts: ViennaTexts } | null = null;
let reader: number | null = null;
function textsOf(view: MatchView, name: (seat: number) => string): ViennaTexts {
  if (texts?.view !== view) texts = { view, texts: new ViennaTexts(name, positionOf(view), () => reader) };
  return texts.texts;
}

function tell(entry: LogEntry, view: MatchView, name: (seat: number) => string, me: number | null): Told {
  reader = me;
  const { events } = entry;
  return {
    ...textsOf(view, name).tell(entry),
    kinds: Object.keys(kinds).filter((kind) => events.some((event) => kinds[kind]?.includes(event.kind))),
  };
}

function prices({ events, after, me }: Since): RecapLine[] {
  const shares = stateOf(after).players.find((player) => player.seat === me)?.shares ?? {};
  const moved = events.filter((event) => event.kind === 'price_moved');
  return [...new Set(moved.map((event) => String(event.company)))].flatMap((id) => {
    const of = moved.filter((event) => event.company === id);
    const [from, to] = [Number(of[0]?.from), Number(of.at(-1)?.to)];
    const held = (shares[id] ?? 0) / sharePercent;
    const gain = (to - from) * held;
    if (from === to) return [];
    return [
      {
        ...markOf(id),
        title: t('1840.web.recap.price', { company: shortName(id), way: to > from ? 'up' : 'down', from, to }),
        note: t('1840.web.recap.hold', { n: held }),
        value: held ? t('web.recap.for_you', { n: signed(gain) }) : signed(to - from),
        tone: to > from ? ('good' as const) : ('bad' as const),
        weight: 60 + (held ? 30 : 0) + Math.min(9, Math.abs(gain) / 10),
        touches: [{ at: `[data-at="company:${id}"]`, class: classOf(id), text: signed(to - from) }],
      },
    ];
  });
}

function cash({ before, after, events, me }: Since): RecapLine[] {
  const of = (view: MatchView) => stateOf(view).players.find((player) => player.seat === me)?.cash ?? 0;
  const [from, to] = [of(before), of(after)];
  if (me === null || from === to) return [];
  const paid = events.filter((event) => event.kind === 'income' && event.seat === me);
  const parts = paid.map((event) => `${shortName(String(event.company))} ${signed(Number(event.amount))}`);
  return [
    {
      title: t('1840.web.recap.cash', { from, to }),
      note: parts.join(', '),
      value: signed(to - from),
      tone: to > from ? 'good' : 'bad',
      weight: 80,
      touches: [{ at: `[data-at="seat:${me}"]`, text: signed(to - from) }],
    },
  ];
}

function order({ before, after, me, name }: Since): RecapLine[] {
  const [was, is] = [stateOf(before).order, stateOf(after).order];
  if (me === null || was.join() === is.join()) return [];
  return [
    {
      title: t('1840.web.recap.order', { n: is.indexOf(me) + 1, of: is.length }),
      note: is.map((seat) => called(seat, me, name)).join(', '),
      weight: was.indexOf(me) === is.indexOf(me) ? 20 : 55,
    },
  ];
}

const building = ['tile_laid', 'marker_placed', 'home_marker', 'stadtbahn_marker_removed'];

// Tiles and markers on the routes of the viewer's own lines one by one; where others have built in a sentence for each company.
function board({ before, after, events, me }: Since): RecapLine[] {
  const state = stateOf(after);
  const map = mapOf(state.options.map);
  const mine = state.players.find((player) => player.seat === me)?.director ?? null;
  const own = stateOf(before).lines.filter((line) => mine !== null && line.company === mine);
  const ownerOf = (event: Event) => state.lines.find((line) => line.number === event.line)?.company ?? '';
  const named = (hex: string) => (map.hexes.get(hex)?.name ? `${map.hexes.get(hex)?.name ?? ''} (${hex})` : hex);
  const built = events.filter((event) => building.includes(event.kind) && (mine === null || ownerOf(event) !== mine));
  const metBy = (event: Event) =>
    own.filter((line) => line.route?.stops.some((stop) => stop.hex === event.hex)).map((line) => line.number);
  const near = built.filter((event) => metBy(event).length > 0);
  const far = built.filter((event) => metBy(event).length === 0);
  return [
    ...near.map((event): RecapLine => {
      const [hex, met, owner] = [String(event.hex), metBy(event), ownerOf(event)];
      return {
        ...markOf(owner),
        title: t(`1840.web.recap.${event.kind}`, { line: event.line, hex: named(hex), tile: event.tile ?? null }),
        note: t('1840.web.recap.on_route', { n: met.length, lines: met.join(', ') }),
        value: hex,
        weight: 65,
        touches: [hexAt(hex, owner)],
      };
    }),
    ...[...new Set(far.map(ownerOf))].map((owner): RecapLine => {
      const of = far.filter((event) => ownerOf(event) === owner);
      const hexes = [...new Set(of.map((event) => String(event.hex)))];
      const lines = [...new Set(of.map((event) => Number(event.line)))];
      return {
        ...markOf(owner),
        title: t('1840.web.recap.builds', { n: lines.length, lines: lines.join(', ') }),
        note: hexes.map(named).join(', '),
        weight: 30,
        touches: hexes.map((hex) => hexAt(hex, owner)),
      };
    }),
  ];
}

// What the viewer's own lines could earn then and now.
function routes({ before, after, me }: Since): RecapLine[] {
  const mine = stateOf(after).players.find((player) => player.seat === me)?.director;
  if (!mine) return [];
  return stateOf(after).lines.flatMap((line): RecapLine[] => {
    const was = stateOf(before).lines.find((old) => old.number === line.number);
    if (line.company !== mine || was?.company !== mine) return [];
    const [from, to] = [was.route?.revenue ?? 0, line.route?.revenue ?? 0];
    if (from === to) return [];
    return [
      {
        ...markOf(mine),
        title: t('1840.web.recap.route', { line: line.number, from, to }),
        value: signed(to - from),
        tone: to > from ? 'good' : 'bad',
        weight: 70,
      },
    ];
  });
}

function trams({ before, after, events, me }: Since): RecapLine[] {
  const [was, is] = [stateOf(before), stateOf(after)];
  const mine = is.players.find((player) => player.seat === me)?.director;
  const company = is.companies.find((entry) => entry.id === mine);
  const owned = (colour: string) =>
    is.lines.filter((line) => line.company === mine && line.tram === colour).length +
    (company?.parked.filter((tram) => tram === colour).length ?? 0);
  const gone = Object.keys(is.trams.left).filter(
    (colour) => (was.trams.left[colour] ?? 0) > 0 && is.trams.left[colour] === 0,
  );
  const changed = Object.keys(is.trams.maintenance).filter(
    (colour) => was.trams.maintenance[colour] !== is.trams.maintenance[colour],
  );
  const bought = events.filter((event) => event.kind === 'tram_bought');
  const colours = [...new Set(bought.map((event) => String(event.tram)))];
  return [
    ...changed.map((colour): RecapLine => {
      const n = owned(colour);
      return {
        title: t('1840.web.recap.maintenance', { tram: tramName(colour), to: is.trams.maintenance[colour] ?? 0 }),
        note: t('1840.web.recap.owned', { n }),
        ...(n
          ? {
              value: t('web.recap.for_you', {
                n: signed(n * ((is.trams.maintenance[colour] ?? 0) - (was.trams.maintenance[colour] ?? 0))),
              }),
              tone: 'bad' as const,
            }
          : {}),
        weight: n ? 85 : 40,
      };
    }),
    ...gone.map((colour): RecapLine => ({ title: t('1840.web.recap.gone', { tram: tramName(colour) }), weight: 50 })),
    ...colours.map((colour): RecapLine => {
      const of = bought.filter((event) => event.tram === colour);
      return {
        title: t('1840.web.recap.bought', { n: of.length, tram: tramName(colour) }),
        note: [...new Set(of.map((event) => shortName(String(event.company))))].join(', '),
        weight: 35,
      };
    }),
  ];
}

function auctions({ events, name, me }: Since): RecapLine[] {
  const lines: RecapLine[] = [];
  for (const event of events) {
    const company = typeof event.company === 'string' ? event.company : null;
    const values = {
      company: company ? shortName(company) : null,
      ...aside({ seat: typeof event.seat === 'number' ? event.seat : null }, me),
      seat: typeof event.seat === 'number' ? name(event.seat) : null,
      private: typeof event.private === 'string' ? t(`1840.private.${event.private}`) : null,
      line: event.line ?? null,
      price: event.price ?? event.par ?? null,
    };
    if (['line_sold', 'private_sold', 'director_bought', 'private_bought'].includes(event.kind))
      lines.push({
        ...(company ? markOf(company) : {}),
        title: t(`1840.web.recap.${event.kind}`, values),
        value: `${String(values.price)}\u00a0G`,
        weight: 45,
      });
  }
  const last = events.findLast((event) => event.kind === 'line_bid' || event.kind === 'private_bid');
  if (last && !events.slice(events.indexOf(last)).some((event) => /_sold$/.test(event.kind)))
    lines.push({
      ...(typeof last.company === 'string' ? markOf(last.company) : {}),
      title: t(`1840.web.recap.${last.kind}`, {
        company: typeof last.company === 'string' ? shortName(last.company) : null,
        ...aside({ seat: typeof last.seat === 'number' ? last.seat : null }, me),
        seat: typeof last.seat === 'number' ? name(last.seat) : null,
        private: typeof last.private === 'string' ? t(`1840.private.${last.private}`) : null,
        line: last.line ?? null,
      }),
      value: `${String(last.price)}\u00a0G`,
      weight: 75,
    });
  return lines;
}

function traded({ events, name, me }: Since): RecapLine[] {
  const deals = events.filter((event) => event.kind === 'share_bought' || event.kind === 'shares_sold');
  const parts = deals.map(
    (event) =>
      `${called(Number(event.seat), me, name)} ${signed(event.kind === 'share_bought' ? 1 : -Number(event.count))} ${shortName(String(event.company))}`,
  );
  return deals.length
    ? [{ title: t('1840.web.recap.traded', { n: deals.length }), note: parts.join(', '), weight: 42 }]
    : [];
}

function ran({ events }: Since): RecapLine[] {
  const runs = events.filter((event) => event.kind === 'line_ran');
  if (runs.length === 0) return [];
  const sum = runs.reduce((total, event) => total + Number(event.net), 0);
  return [
    {
      title: t('1840.web.recap.ran', { n: runs.length, lines: runs.map((event) => String(event.line)).join(', ') }),
      note: runs.map((event) => `${shortName(String(event.company))} ${signed(Number(event.net))}`).join(', '),
      value: `${sum}\u00a0G`,
      weight: 25,
    },
  ];
}

// Everybody passed, or did what needs no sentence.
function passed({ events, name, me }: Since): RecapLine[] {
  const who = [
    ...new Set(
      events.flatMap((event) =>
        event.kind === 'passed' && event.seat !== me
          ? [name(Number(event.seat))]
          : event.kind === 'auction_passed'
            ? [shortName(String(event.company))]
            : [],
      ),
    ),
  ];
  return who.length ? [{ title: t('web.recap.passed', { n: who.length, who: who.join(', ') }), weight: 10 }] : [];
}

const story: GameStory = {
  tell,
  touches,
  describe: (action, view, name, me) => {
    reader = me;
    return textsOf(view, name).choice(action);
  },
  worth: (n) => t('1840.web.gulden', { n }),
  roundEvent: 'round_started',
  wording: (view) =>
    [...stateOf(view).companies, ...stateOf(view).lines]
      .map((entry) => ('director' in entry ? entry.director : (entry.company ?? '')))
      .join(),
  recap: (since) => [
    ...prices(since),
    ...cash(since),
    ...order(since),
    ...board(since),
    ...routes(since),
    ...trams(since),
    ...auctions(since),
    ...traded(since),
    ...ran(since),
    ...passed(since),
  ],
};
export default story;
