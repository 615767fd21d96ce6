// Codes and values of Tramways as words.
import { hasText, t } from '@/i18n/i18n.svelte';
import type { Told } from '@/frame/LogPanel.svelte';
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

// A change with its sign.
export const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

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
  constructor(
    private name: (seat: number) => string,
    private link: (id: number) => string = String,
  ) {}

  card(id: number): string {
    const card = cards.get(id);
    if (!card) return String(id);
    if (card.type === 'L') return card.parcel ?? '';
    // No number is printed on a card: it is known by its symbols.
    const symbols = card.slots.filter((symbol) => symbol !== null).map(symbolName);
    return `${t(`tramways.web.card.${card.type}`)} (${symbols.join(', ')})`;
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

  private value(key: string, value: Json): Json {
    if (value === null) return null;
    if ((key.endsWith('seat') || ['owner', 'by', 'first'].includes(key)) && typeof value === 'number')
      return this.name(value);
    if ((key === 'card' || key === 'reveal') && typeof value === 'number') return this.card(value);
    // Links are called by their ends.
    if (['link', 'gone', 'part'].includes(key) && typeof value === 'number') return this.link(value);
    if (key === 'book' && typeof value === 'number') return value + 1;
    if (key === 'building' && typeof value === 'string') return t(`tramways.web.building.${value}`);
    if (['field', 'to'].includes(key) && Array.isArray(value)) return spotName([Number(value[0]), Number(value[1])]);
    return value;
  }

  values(values: Values): Values {
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.value(key, value)]));
  }

  event(event: Event): string {
    return t(`tramways.event.${event.kind}`, this.values(event));
  }

  error(error: RuleError): string {
    const key = `${error.scope}.error.${error.code}`;
    return hasText(key)
      ? t(key, error.scope === 'tramways' ? this.values(error.values) : error.values)
      : t('web.why.unknown', { code: `${error.scope}.${error.code}` });
  }

  // In the page's own words where it says more (what it brings), else in those of every client, as the beginning of a sentence.
  action(action: Action): string {
    const own = `tramways.web.do.${action.type}`;
    if (hasText(own)) return t(own, this.values(action));
    const text = t(`tramways.action.${action.type}`, { pay: null, reveal: null, ...this.values(action) });
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  private static quiet = new Set([
    'action_done',
    'card_drawn',
    'hand_card_chosen',
    'cards_received',
    'auction_row_card',
    'turn_ended',
    'admin_finished',
    'card_played',
    'dev_turned_up',
    'auction_deck_built',
  ]);

  tell(entry: LogEntry): Told {
    const round = entry.events.filter((event) => event.kind === 'round_begun').at(-1);
    const lines = entry.events
      .filter((event) => event.kind !== 'round_begun' && !TramwaysTexts.quiet.has(event.kind))
      .map((event) => this.event(event));
    if (lines.length === 0) lines.push(`${this.name(entry.seat)}: ${this.action(entry.action)}`);
    return { n: entry.n, seat: entry.seat, lines, round: round ? roundName(Number(round.round)) : null };
  }
}
