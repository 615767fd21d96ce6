// What a person is choosing at a Tramways table: a kind of action, fields, a way to pay. The legal list is the only source.
import type { Action } from '@/table/contract';
import { key, type BoardLink, type Spot } from '../board/board';
import {
  bidAction,
  bidWays,
  deedsDrawn,
  groupBy,
  longerDeed,
  nextFields,
  switchSymbol,
  symbolsOf,
  trackDeeds,
  type Price,
  type Prices,
  type TrackDeed,
} from './deeds';

export type Kind = 'lay_track' | 'upgrade_link' | 'build' | 'upgrade_building' | 'move_passenger';
export const kinds: Kind[] = ['lay_track', 'upgrade_link', 'build', 'upgrade_building', 'move_passenger'];

export class Chooser {
  legal = $state.raw<Action[]>([]);
  prices = $state.raw<Prices>(new Map());
  links = $state.raw<BoardLink[]>([]);
  parcels = $state.raw<Map<string, Spot>>(new Map());
  kind = $state<Kind | null>(null);
  drawn = $state.raw<string[]>([]); // fields of the track
  variant = $state(0); // which of several deeds over the same fields
  group = $state<string | null>(null); // field, link or parcel chosen
  second = $state<string | null>(null); // building card or route
  action = $state.raw<Action | null>(null);
  bid = $state(0);
  admin = $state.raw<Set<string>>(new Set());
  spots = $state.raw<string[]>([]); // fields for added passengers
  asking = $state<string | null>(null); // a field where several kinds of action could begin
  hand = $state.raw<Set<number>>(new Set()); // cards of the final hand

  reset(): void {
    this.kind = null;
    this.clear();
  }
  clear(): void {
    this.drawn = [];
    this.variant = 0;
    this.group = null;
    this.second = null;
    this.action = null;
    this.admin = new Set();
    this.spots = [];
    this.asking = null;
  }

  of(type: string): Action[] {
    return this.legal.filter((action) => action.type === type);
  }
  deeds = $derived<TrackDeed[]>(trackDeeds(this.legal, this.links, (name) => this.parcels.get(name) ?? null));
  drawnDeeds = $derived<TrackDeed[]>(
    this.kind === 'lay_track' && this.drawn.length > 1 ? deedsDrawn(this.deeds, this.drawn) : [],
  );
  // Everything that begins like what is drawn and leads on.
  ahead = $derived<TrackDeed[]>(
    this.kind === 'lay_track' && this.drawn.length
      ? this.deeds.filter(
          (deed) => deed.way.length > this.drawn.length && this.drawn.every((field, i) => deed.way[i] === field),
        )
      : [],
  );
  deed = $derived<TrackDeed | null>(this.drawnDeeds[this.variant] ?? null);
  // The track as it would lie: of the deed drawn, or of a longer one as far as drawn.
  sketch = $derived.by(() => {
    if (this.deed) return this.deed.pieces;
    const longer = this.drawn.length > 1 ? longerDeed(this.deeds, this.drawn) : undefined;
    return longer
      ? longer.pieces.slice(0, Math.max(0, this.drawn.length - 2 + (longer.pieces.length - longer.way.length + 2)))
      : [];
  });

  // The actions left by what was chosen so far.
  options = $derived.by((): Action[] => {
    switch (this.kind) {
      case 'lay_track':
        return this.deed?.actions ?? [];
      case 'upgrade_link':
        return this.group === null
          ? []
          : this.of('upgrade_link').filter((action) => String(action.link) === this.group);
      case 'build':
        return this.group === null || this.second === null
          ? []
          : this.of('build').filter((action) => action.parcel === this.group && String(action.card) === this.second);
      case 'upgrade_building':
        return this.group === null
          ? []
          : this.of('upgrade_building').filter((action) => key(action.field as Spot) === this.group);
      case 'move_passenger':
        return this.group === null || this.second === null
          ? []
          : this.of('move_passenger').filter(
              (action) => key(action.field as Spot) === this.group && JSON.stringify(action.route) === this.second,
            );
      default:
        return [];
    }
  });
  buildings = $derived(
    this.kind === 'build' && this.group !== null
      ? [
          ...groupBy(
            this.of('build').filter((action) => action.parcel === this.group),
            (action) => String(action.card),
          ).keys(),
        ]
      : [],
  );
  routes = $derived(
    this.kind === 'move_passenger' && this.group !== null
      ? [
          ...groupBy(
            this.of('move_passenger').filter((action) => key(action.field as Spot) === this.group),
            (action) => JSON.stringify(action.route),
          ).keys(),
        ]
      : [],
  );
  // Chosen and complete: what would be played.
  chosen = $derived<Action | null>(
    this.action && (this.options.includes(this.action) || !kinds.includes(this.action.type as Kind))
      ? this.action
      : (this.options[0] ?? null),
  );

  acting = $derived(kinds.some((kind) => this.of(kind).length > 0) || this.of('end_turn').length > 0);
  // Every field where an action can begin.
  starts = $derived(
    new Set([
      ...nextFields(this.deeds, []),
      ...this.of('build').map((action) => key(this.parcels.get(String(action.parcel)) ?? [-1, -1])),
      ...[...this.of('upgrade_building'), ...this.of('move_passenger')].map((action) => key(action.field as Spot)),
    ]),
  );
  // Fields to light.
  lit = $derived.by((): Set<string> => {
    switch (this.kind) {
      case 'lay_track':
        return nextFields(this.deeds, this.drawn);
      case 'build':
        return new Set(this.of('build').map((action) => key(this.parcels.get(String(action.parcel)) ?? [-1, -1])));
      case 'upgrade_building':
        return new Set(this.of('upgrade_building').map((action) => key(action.field as Spot)));
      case 'move_passenger':
        return new Set(this.of('move_passenger').map((action) => key(action.field as Spot)));
      default:
        if (this.acting) return this.starts;
        return new Set(
          this.adminPlays
            .map((action) => this.fieldsOf(action)[this.spots.length])
            .filter((field) => field !== undefined),
        );
    }
  });
  litLinks = $derived(
    this.kind === 'upgrade_link' || (this.kind === null && this.acting)
      ? new Set(this.of('upgrade_link').map((action) => Number(action.link)))
      : new Set<number>(),
  );

  pick(field: string): void {
    if (this.kind === null && this.acting) {
      const here = this.kindsAt(field);
      this.asking = here.length > 1 ? field : null;
      this.action = null;
      if (here.length === 1) this.begin(here[0] as Kind, field);
      return;
    }
    if (this.kind === null) {
      if (this.lit.has(field)) {
        this.spots = [...this.spots, field];
        this.settleAdmin();
      }
      return;
    }
    if (this.kind === 'lay_track') {
      if (this.drawn.at(-1) === field) this.drawn = this.drawn.slice(0, -1);
      else if (this.lit.has(field)) this.drawn = [...this.drawn, field];
      else if (nextFields(this.deeds, []).has(field)) this.drawn = [field];
      this.variant = 0;
      this.action = null;
      return;
    }
    if (!this.lit.has(field)) return;
    this.group =
      this.kind === 'build' ? ([...this.parcels].find(([, spot]) => key(spot) === field)?.[0] ?? null) : field;
    this.second = null;
    this.action = null;
    if (this.kind === 'build') this.second = this.buildings[0] ?? null;
    if (this.kind === 'move_passenger') this.second = this.routes[0] ?? null;
  }
  // Drawing with the pointer down: the next field, or back to the one before.
  drag(field: string): void {
    if (this.kind !== 'lay_track') return;
    if (this.drawn.length > 1 && this.drawn.at(-2) === field) this.drawn = this.drawn.slice(0, -1);
    else if (this.drawn.at(-1) !== field && this.lit.has(field)) this.drawn = [...this.drawn, field];
    else return;
    this.variant = 0;
    this.action = null;
  }
  pickLink(link: number): void {
    if (!this.litLinks.has(link)) return;
    if (this.kind === null) {
      this.reset();
      this.kind = 'upgrade_link';
    }
    this.group = String(link);
    this.action = null;
  }

  // Administration: symbols of one card, then fields for new passengers.
  private slotsOf(action: Action): string[] {
    return (action.uses as { slot: number }[]).map((use) => `${String(action.card)}:${use.slot}`).sort();
  }
  // The kinds of action that can begin at a field, before one is chosen.
  kindsAt(field: string): Kind[] {
    const build = [...this.parcels].find(([, spot]) => key(spot) === field)?.[0];
    return kinds.filter((kind) => {
      if (kind === 'lay_track') return nextFields(this.deeds, []).has(field);
      if (kind === 'build') return build !== undefined && this.of('build').some((action) => action.parcel === build);
      if (kind === 'upgrade_building' || kind === 'move_passenger')
        return this.of(kind).some((action) => key(action.field as Spot) === field);
      return false;
    });
  }
  begin(kind: Kind, field: string): void {
    this.reset();
    this.kind = kind;
    this.pick(field);
  }

  private fieldsOf(action: Action): string[] {
    return (action.uses as { field: Spot | null }[]).flatMap((use) => (use.field ? [key(use.field)] : []));
  }
  adminPlays = $derived.by((): Action[] => {
    if (this.admin.size === 0) return [];
    const wanted = [...this.admin].sort().join();
    return this.of('admin_play').filter(
      (action) =>
        this.slotsOf(action).join() === wanted && this.spots.every((spot, i) => this.fieldsOf(action)[i] === spot),
    );
  });
  private settleAdmin(): void {
    const first = this.adminPlays[0];
    this.action = first && this.fieldsOf(first).length === this.spots.length ? first : null;
  }

  usable = $derived.by((): Set<string> => {
    if (this.kind !== null) return new Set(this.options.flatMap(symbolsOf));
    return new Set(this.of('admin_play').flatMap((action) => this.slotsOf(action)));
  });
  symbols = $derived<Set<string>>(
    this.kind === null && this.admin.size ? this.admin : new Set(this.chosen ? symbolsOf(this.chosen) : []),
  );

  toggle(symbol: string): void {
    if (this.kind !== null) {
      if (this.chosen) this.action = switchSymbol(this.options, this.chosen, symbol);
      return;
    }
    const card = symbol.split(':')[0];
    const same = [...this.admin].filter((entry) => entry.split(':')[0] === card);
    this.admin = new Set(same.includes(symbol) ? same.filter((entry) => entry !== symbol) : [...same, symbol]);
    this.spots = [];
    this.settleAdmin();
  }

  bidRange = $derived.by(() => {
    const ways = bidWays(this.legal);
    return ways.length
      ? {
          min: Math.min(...ways.map((way) => way.range.min)),
          max: Math.max(...ways.map((way) => way.range.max)),
          step: 1,
        }
      : null;
  });
  private bidWay = $derived(
    bidWays(this.legal).filter(({ range }) => this.bid >= range.min && this.bid <= range.max)[0] ?? null,
  );
  // What the cards of the chosen action bring besides.
  price = $derived<Price>(
    this.prices.get((this.action?.type === 'bid' ? this.bidWay?.action : this.chosen) as Action) ?? {
      stress: 0,
      dollars: 0,
    },
  );
  setBid(amount: number): void {
    this.bid = amount;
    const way = this.bidWay;
    this.action = way ? bidAction(way, amount) : null;
  }
}
