// Codes and values of 1840 as words: companies with their directors, privates, rounds, trams.
import log from '@data/1840/log.json';
import { errorText, hasText, t } from '@/i18n/i18n.svelte';
import type { Action, Event, Json, LogEntry, RuleError, Values } from '@/table/contract';
import { aside, toldMove, type ToldMove } from '@/i18n/telling';
import { boardHexes } from './board/board';
import { companies, lineHomes, mapOf, stadtbahnen } from './data';
import type { Position } from './position';

// The one place for short names of rounds: "SR2", in German "AR2".
export function roundLabel(id: string): string {
  const [, kind, n] = /^(SR|CR|LR|PRE)(.*)$/.exec(id) ?? [];
  return kind ? t(`1840.web.table.round.${kind}`, { n: n ?? '' }) : id;
}

export const sentence = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export class ViennaTexts {
  // `reader` is spoken to as "you".
  constructor(
    private name: (seat: number) => string,
    private position: Position,
    private reader: () => number | null = () => null,
  ) {}

  private director(id: string): number | null {
    return this.position.companies.find((company) => company.id === id)?.director ?? null;
  }
  private of(id: string): Values {
    const seat = this.director(id);
    const company = companies.get(id)?.short ?? id;
    return seat === null ? { company } : { company, ...aside({ seat }, this.reader()), seat: this.name(seat) };
  }

  // "BBG (Chiara)": a company always comes with its director.
  company(id: string): string {
    if (stadtbahnen.has(id)) return t('1840.stadtbahn_of', { stadtbahn: id });
    return this.director(id) === null ? (companies.get(id)?.short ?? id) : t('1840.company_of', this.of(id));
  }

  // "4 (BBG, Chiara)": a line with its company.
  line(number: number): string {
    const owner = this.position.lines.find((line) => line.number === number)?.company;
    return owner && this.director(owner) !== null
      ? t('1840.line_of', { line: number, ...this.of(owner) })
      : String(number);
  }

  hex(id: string): string {
    const name = mapOf(this.position.map).hexes.get(id)?.name;
    return name ? `${name} (${id})` : id;
  }
  // The tile on a hex, or what is printed there.
  lyingOn(id: string): string {
    const tile = this.position.tiles.find((laid) => laid.hex === id);
    if (tile) return t('1840.web.tile_n', { n: tile.tile });
    const kind = mapOf(this.position.map).hexes.get(id)?.kind;
    return kind ? t(`1840.web.kind.${kind}`) : '';
  }
  // A hex with all that is on it; `lit` where something can be done there.
  described(id: string, lit: { gain?: number | null } | null): string {
    const markers = this.position.markers
      .filter((marker) => marker.hex === id)
      .map((marker) =>
        marker.stadtbahn
          ? `${t('1840.web.stadtbahn')} ${marker.stadtbahn}`
          : t('1840.web.line_n', { n: marker.line ?? 0 }),
      );
    const can = lit ? (lit.gain ? t('1840.web.legal_gain', { n: lit.gain }) : t('1840.web.legal')) : '';
    return [this.hex(id), this.lyingOn(id), markers.join(', '), can].filter(Boolean).join(', ');
  }

  // What is drawn on a hex, line by line: what lies there, what its places bring, whose markers stand there, what is printed.
  explained(id: string): string {
    const { map, tiles, era, markers, lines } = this.position;
    const entry = boardHexes(mapOf(map), tiles).find(({ hex }) => hex.id === id);
    if (!entry) return '';
    const { hex, face, tile } = entry;
    const say = (key: string, values: Values) => t(`1840.web.tip.${key}`, values);
    const home = lines.filter(
      (line) => !line.operated && line.place !== 'closed' && lineHomes[String(line.number)] === id,
    );
    return [
      `${this.hex(id)}: ${this.lyingOn(id)}`,
      ...face.locations.map((place) => say(place.type, { n: place.revenue[era], circles: place.slots })),
      ...markers
        .filter((marker) => marker.hex === id)
        .map((marker) =>
          marker.stadtbahn
            ? say('stadtbahn_marker', { stadtbahn: marker.stadtbahn })
            : say('marker', { line: this.line(marker.line ?? 0) }),
        ),
      ...home.map((line) => say('home', { line: this.line(line.number) })),
      ...(hex.landmark ? [say('landmark', { private: hex.landmark })] : []),
      ...(!tile && hex.stadtbahn ? [say('bonus', { bonus: t(`1840.bonus.${hex.stadtbahn.bonus}`) })] : []),
      ...(!tile && hex.cost ? [say('cost', { n: hex.cost })] : []),
    ].join('\n');
  }

  private value(key: string, value: Json): Json {
    if (value === null) return null;
    const word = (group: string) =>
      hasText(`1840.${group}.${String(value)}`) ? t(`1840.${group}.${String(value)}`) : value;
    switch (key) {
      case 'seat':
        return typeof value === 'number' ? this.name(value) : value;
      case 'company':
        return this.company(String(value));
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
      case 'edge':
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
    const spoken = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.value(key, value)]));
    if (typeof values.line === 'number') spoken.line_of = this.line(values.line);
    if (typeof values.company === 'string')
      spoken.company_short = companies.get(values.company)?.short ?? values.company;
    return { ...spoken, ...aside(values, this.reader()) };
  }

  event(event: Event): string {
    return t(`1840.event.${event.kind}`, this.values(event));
  }

  action(action: Action): string {
    return t(`1840.action.${action.type}`, { private: null, ...this.values(action) });
  }

  // A move that can be chosen, as the button that chooses it says it: what a pass ends depends on what is decided.
  choice(action: Action): string {
    if (action.type !== 'pass') return sentence(this.action(action));
    const { step } = this.position;
    if (/^(trams|assign)/.test(step)) return t('1840.web.trams_done');
    if (step === 'bonus') return t('1840.web.give_up');
    if (step === 'name_line') return t('1840.web.no_line');
    return t(['build', 'after_run', 'home'].includes(step) ? '1840.web.end_turn' : '1840.web.pass');
  }

  error(error: RuleError): string {
    return errorText(error.scope === '1840' ? { ...error, values: this.values(error.values) } : error);
  }

  // An assignment that changes nothing has no event: it is told like one that does.
  private assigned(trams: Values): string {
    const company = this.position.lines.find(({ number }) => String(number) in trams)?.company ?? null;
    const item = ([line, tram]: [string, Json]) =>
      t('1840.item.tram_assigned', {
        line: Number(line),
        tram: tram === null ? t('1840.web.no_tram') : this.value('tram', tram),
      });
    return t('1840.events.tram_assigned', { ...this.values({ company }), list: Object.entries(trams).map(item) });
  }

  tell(entry: LogEntry): ToldMove {
    return toldMove(entry, log, {
      event: (event) => this.event(event),
      list: (events) =>
        t(`1840.events.${events[0]?.kind ?? ''}`, {
          ...this.values(events[0] ?? {}),
          list: events.map((event) => t(`1840.item.${event.kind}`, this.values(event))),
        }),
      action: () => {
        if (entry.action.type === 'assign_trams') return this.assigned(entry.action.trams as Values);
        const own = `1840.did.${entry.action.type}`; // a sentence of its own, where it has one
        const values = { ...this.values({ seat: entry.seat }), action: this.action(entry.action) };
        return t(hasText(own) ? own : 'core.did', values);
      },
    });
  }
}
