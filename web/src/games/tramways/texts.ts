// Codes and values of Tramways as words.
import log from '@data/tramways/log.json';
import { errorText, hasText, t } from '@/i18n/i18n.svelte';
import { aside, signed, toldMove, type ToldMove } from '@/i18n/telling';
import type { Action, Event, Json, LogEntry, RuleError, Values } from '@/table/contract';
import { spotName } from './board/board';
import { cards, printed } from './data';
import type { Seat } from './view';

export const symbolName = (symbol: string): string =>
  symbol.startsWith('parcel_') ? symbol.slice(7) : t(`tramways.symbol.${symbol}`);

// What a symbol pays for, with its rule.
export const symbolTip = (symbol: string) => {
  const kind = symbol.startsWith('parcel_')
    ? 'parcel'
    : symbol.startsWith('rail')
      ? 'rail'
      : symbol.startsWith('dest_')
        ? 'dest'
        : symbol.startsWith('money')
          ? 'money'
          : symbol;
  return `${symbolName(symbol)}: ${t(`tramways.web.tip.${kind}`)}`;
};

// Money as each language writes it; with its sign where it is a change.
export const dollars = (n: number, change = false): string =>
  t('tramways.web.money_of', { sign: n < 0 ? '−' : change ? '+' : '', n: Math.abs(n) });

export { signed };

// What a score is the sum of.
export const scoreTerms = (player: Seat): string =>
  t('tramways.web.score_terms', {
    hp: player.hp,
    links: player.links,
    for_links: signed(player.points.links),
    money: player.money,
    for_money: signed(player.points.money),
    for_stress: signed(player.points.stress),
    score: player.score,
  });

// A bonus is the same whichever turn it comes in.
export const phaseName = (phase: string) => t(`tramways.phase.${phase.replace(/^act\d\./, '')}`);
export const roundName = (round: number) => (round === 0 ? t('tramways.setup') : t('tramways.round', { n: round }));

export class TramwaysTexts {
  // `reader` is spoken to as "you".
  constructor(
    private name: (seat: number) => string,
    private link: (id: number) => string = String,
    private reader: () => number | null = () => null,
    private apart: (id: number) => string | null = () => null, // what to call a link of which there are two alike
  ) {}

  // No number is printed on a card: it is known by what is.
  card(id: number): string {
    const card = cards.get(id);
    if (!card) return String(id);
    const symbols = card.slots.filter((symbol) => symbol !== null).map(symbolName);
    if (card.building_type) symbols.unshift(t(`tramways.building.${card.building_type}`));
    if (card.void || !card.stripe) symbols.push(t(`tramways.symbol.${card.void ? 'void' : 'no_ticket'}`));
    if (card.consequence) symbols.push(t(`tramways.symbol.${card.consequence.kind}`, { n: card.consequence.amount }));
    return t('tramways.card_name', { symbols: symbols.join(' · ') });
  }

  // What stands on the head of a card.
  cardTitle(id: number): string {
    const card = cards.get(id);
    return card?.type === 'L' ? (card.parcel ?? '') : t(`tramways.web.card.${card?.type ?? 'D'}`);
  }
  // Symbols as "2 rails (Development)".
  symbols(list: string[]): string {
    return list
      .map((symbol) => `${symbolName(printed(symbol))} (${this.cardTitle(Number(symbol.split(':')[0]))})`)
      .join(', ');
  }

  // "18:0", "18:T": one symbol of a card.
  symbol(at: string): string {
    const [id, slot] = at.split(':');
    const card = cards.get(Number(id));
    if (slot === 'T') return t('tramways.symbol.ticket');
    const symbol = card?.slots[Number(slot)];
    return symbol ? symbolName(symbol) : at;
  }

  // "$2, $1 (Auction)"; null where nothing is paid.
  private payment({ coins, symbols }: { coins: number | null; symbols: string[] }): string | null {
    return [coins ? dollars(coins) : '', this.symbols(symbols)].filter(Boolean).join(', ') || null;
  }

  private value(key: string, value: Json): Json {
    if (value === null) return null;
    if ((key.endsWith('seat') || ['owner', 'by', 'first'].includes(key)) && typeof value === 'number')
      return this.name(value);
    if ((key === 'card' || key === 'reveal') && typeof value === 'number') return this.card(value);
    if (key === 'symbol' && typeof value === 'string') return this.symbol(value);
    if (key === 'pay') return this.payment(value as { coins: number | null; symbols: string[] });
    // A link that the engine does not call by its ends (`link_ends`).
    if (key === 'link' && typeof value === 'number') return this.link(value);
    if (key === 'book' && typeof value === 'number') return value + 1;
    if ((key === 'building' || key === 'edge') && typeof value === 'string') return t(`tramways.${key}.${value}`);
    if (['field', 'to'].includes(key) && Array.isArray(value)) return spotName([Number(value[0]), Number(value[1])]);
    return value;
  }

  values(values: Values): Values {
    const spoken = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.value(key, value)]));
    const link = typeof values.link === 'number' ? this.apart(values.link) : null;
    return { ...spoken, ...aside(values, this.reader()), ...(link ? { link } : {}) };
  }

  event(event: Event): string {
    return t(`tramways.event.${event.kind}`, this.values(event));
  }

  error(error: RuleError): string {
    return errorText(error.scope === 'tramways' ? { ...error, values: this.values(error.values) } : error);
  }

  // In the page's own words where it says more (what it brings), else in those of every client, as the beginning of a sentence.
  action(action: Action): string {
    const own = `tramways.web.do.${action.type}`;
    if (hasText(own)) return t(own, this.values(action));
    const text = this.plain(action);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  private plain(action: Action): string {
    return t(`tramways.action.${action.type}`, { pay: null, reveal: null, ...this.values(action) });
  }

  tell(entry: LogEntry): ToldMove {
    return toldMove(entry, log, {
      event: (event) => this.event(event),
      list: (events) =>
        t(`tramways.events.${events[0]?.kind ?? ''}`, {
          ...this.values(events[0] ?? {}),
          list: events.map((event) => t(`tramways.item.${event.kind}`, this.values(event))),
        }),
      action: () => t('core.did', { ...this.values({ seat: entry.seat }), action: this.plain(entry.action) }),
    });
  }
}
