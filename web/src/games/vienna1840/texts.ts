// Codes and values of 1840 as words: companies with their directors, privates, rounds, trams.
import { hasText, t } from '@/i18n/i18n.svelte';
import type { Action, Event, Json, LogEntry, RuleError, Values } from '@/table/contract';
import type { Told } from '@/frame/story.svelte';
import { companies, mapOf, stadtbahnen } from './data';
import type { Position } from './position';

export class ViennaTexts {
  constructor(
    private name: (seat: number) => string,
    private position: Position,
  ) {}

  // "BBG (Chiara)": a company always comes with its director.
  company(id: string): string {
    if (stadtbahnen.has(id)) return stadtbahnen.get(id)?.name ?? id;
    const director = this.position.companies.find((company) => company.id === id)?.director;
    const short = companies.get(id)?.short ?? id;
    return director == null ? short : `${short} (${this.name(director)})`;
  }

  line(number: number): string {
    const owner = this.position.lines.find((line) => line.number === number)?.company;
    return owner ? `${number} (${this.company(owner).replace(' (', ', ').replace(')', '')})` : String(number);
  }

  hex(id: string): string {
    const name = mapOf(this.position.map).hexes.get(id)?.name;
    return name ? `${name} (${id})` : id;
  }

  private value(key: string, value: Json): Json {
    if (value === null) return null;
    const word = (group: string) =>
      hasText(`1840.${group}.${String(value)}`) ? t(`1840.${group}.${String(value)}`) : value;
    switch (key) {
      case 'seat':
        return typeof value === 'number' ? this.name(value) : value;
      case 'company':
      case 'stadtbahn':
        return this.company(String(value));
      case 'line':
        return typeof value === 'number' ? this.line(value) : value;
      case 'hex':
        return this.hex(String(value));
      case 'private':
        return word('private');
      case 'lot':
        return typeof value === 'string' ? word('private') : value;
      case 'tram':
      case 'colour':
        return word('tram');
      case 'round':
      case 'step':
      case 'bonus':
      case 'era':
        return word(key);
      case 'trams':
        return Object.entries(value as Values).map(
          ([line, colour]) => `${line}: ${colour === null ? '–' : t(`1840.tram.${String(colour)}`)}`,
        );
      default:
        return value;
    }
  }

  values(values: Values): Values {
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.value(key, value)]));
  }

  // A line says whose it is, unless the sentence names its company already.
  event(event: Event): string {
    const values = this.values(event);
    if ('company' in event && typeof event.line === 'number') values.line = event.line;
    return t(`1840.event.${event.kind}`, values);
  }

  action(action: Action): string {
    return t(`1840.action.${action.type}`, { private: null, ...this.values(action) });
  }

  error(error: RuleError): string {
    const key = `${error.scope}.error.${error.code}`;
    return hasText(key)
      ? t(key, error.scope === '1840' ? this.values(error.values) : error.values)
      : t('web.why.unknown', { code: `${error.scope}.${error.code}` });
  }

  // Follow-ups that the board and panels show anyway are left out of the log.
  private static quiet = new Set([
    'company_order',
    'line_turn',
    'income',
    'maintenance_changed',
    'trams_on_sale',
    'line_offered',
    'company_passed',
    'price_moved',
  ]);

  tell(entry: LogEntry): Told {
    const round = entry.events.filter((event) => event.kind === 'round_started').at(-1);
    const lines = entry.events
      .filter((event) => event.kind !== 'round_started' && !ViennaTexts.quiet.has(event.kind))
      .map((event) => this.event(event));
    const moved = entry.events.filter((event) => event.kind === 'price_moved');
    if (moved.length)
      lines.push(
        moved
          .map(
            (event) =>
              `${companies.get(String(event.company))?.short ?? String(event.company)} ${String(event.from)} → ${String(event.to)}`,
          )
          .join(', '),
      );
    if (lines.length === 0) lines.push(`${this.name(entry.seat)}: ${this.action(entry.action)}`);
    return { n: entry.n, seat: entry.seat, lines, round: round ? t(`1840.round.${String(round.round)}`) : null };
  }
}
