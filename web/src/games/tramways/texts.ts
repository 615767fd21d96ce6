// Codes and values of Tramways as words.
import { hasText, t } from '@/i18n/i18n.svelte';
import type { Told } from '@/frame/story.svelte';
import type { Action, Event, Json, LogEntry, RuleError, Values } from '@/table/contract';
import { spotName } from './board/board';
import { cards } from './data';

export const symbolName = (symbol: string) =>
  symbol.startsWith('parcel_') ? symbol.slice(7) : t(`tramways.symbol.${symbol}`);

// A bonus is the same whichever turn it comes in.
export const phaseName = (phase: string) => t(`tramways.phase.${phase.replace(/^act\d\./, '')}`);
export const roundName = (round: number) => (round === 0 ? t('tramways.setup') : t('tramways.round', { n: round }));

export class TramwaysTexts {
  constructor(private name: (seat: number) => string) {}

  card(id: number): string {
    const card = cards.get(id);
    if (!card) return String(id);
    if (card.type === 'L') return card.parcel ?? '';
    // No number is printed on a card: it is known by its symbols.
    const symbols = card.slots.filter((symbol) => symbol !== null).map(symbolName);
    return `${t(`tramways.web.card.${card.type}`)} (${symbols.join(', ')})`;
  }

  private value(key: string, value: Json): Json {
    if (value === null) return null;
    if ((key.endsWith('seat') || ['owner', 'by', 'first'].includes(key)) && typeof value === 'number')
      return this.name(value);
    if ((key === 'card' || key === 'reveal') && typeof value === 'number') return this.card(value);
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
