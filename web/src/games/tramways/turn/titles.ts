// What is being made, in words: always with its places.
import { t } from '@/i18n/i18n.svelte';
import type { Action, Values } from '@/table/contract';
import { key, type Spot } from '../board/board';
import type { PlaceNames } from '../board/names';
import { cards } from '../data';
import type { TramwaysTexts } from '../texts';
import type { Position } from '../view';
import { trackWay } from './track';

const handOf = (action: Values) => (action.cards ?? []) as number[];

export class Titles {
  constructor(
    private position: Position,
    private names: PlaceNames,
    private texts: TramwaysTexts,
    private link: (id: number) => string,
  ) {}

  private at(spot: Spot) {
    return this.position.fields.find((field) => field.x === spot[0] && field.y === spot[1]);
  }
  private parcelAt = (name: string): Spot | null => {
    const field = this.position.fields.find((entry) => entry.parcel === name);
    return field ? [field.x, field.y] : null;
  };
  // The places a route leads to, one after the other.
  placesOf(from: Spot, route: number[]): Spot[] {
    const root = (spot: Spot) => key(this.at(spot)?.place ?? spot);
    let here = root(from);
    return route.flatMap((id) => {
      const link = this.position.links.find((entry) => entry.id === id);
      const ends = (link?.ends ?? []).flatMap((end): Spot[] => (end ? [end] : []));
      const to = ends.find((end) => root(end) !== here) ?? ends[0];
      if (!to) return [];
      here = root(to);
      return [to];
    });
  }

  // The same for who does not see what is chosen: the cards of a hand one by one.
  named(action: Values): string | null {
    if (action.type !== 'choose_hand') return this.of(action);
    const hand = handOf(action);
    if (!hand.length) return t('tramways.web.hand_none');
    const name = (id: number) => (cards.get(id)?.type === 'L' ? this.texts.cardTitle(id) : this.texts.card(id));
    return t('tramways.web.hand_named', { n: hand.length, cards: hand.map(name).join(', ') });
  }
  // Null while there is nothing to say. `waits`: a symbol of administration waits for its square.
  of(action: Values, waits = false): string | null {
    switch (action.type) {
      case 'lay_track':
        return this.track(action);
      case 'move_passenger':
        return this.journey(action);
      case 'upgrade_link':
        return action.link === undefined ? null : t('tramways.web.up_link', { link: this.link(Number(action.link)) });
      case 'upgrade_building':
        return action.field ? t('tramways.web.up_building', { place: this.names.exact(action.field as Spot) }) : null;
      case 'build':
        return this.build(action);
      case 'admin_play': {
        const uses = (action.uses ?? []) as { slot: number }[];
        const symbols = uses.map((use) => `${String(action.card)}:${use.slot}`);
        return symbols.length || waits
          ? t('tramways.web.use', { symbols: this.texts.symbols(symbols) || this.texts.cardTitle(Number(action.card)) })
          : null;
      }
      case 'choose_hand': {
        const n = handOf(action).length;
        return n ? t('tramways.web.hand_done', { n }) : t('tramways.web.hand_empty');
      }
      case undefined:
        return null;
      default:
        return this.texts.action(action as Action);
    }
  }
  private track(action: Values): string | null {
    const way = trackWay(action, this.position.links, this.parcelAt)?.way ?? [];
    // To the place that it reaches, else to the last square that gets a piece; before the first piece, where it leads.
    const laid = ((action.exits ?? []) as unknown[]).length;
    const reached = way.at(-1);
    const at = reached && this.at(reached);
    const [from, to] = [way[0], laid && !at?.building && !at?.parcel ? way.at(-2) : reached];
    if (!from || !to || way.length < 2) return null;
    const turned = action.redirect ? `${t('tramways.web.redirected')} · ` : '';
    return turned + t('tramways.web.lay', { from: this.names.exact(from), to: this.names.exact(to) });
  }
  private journey(action: Values): string | null {
    const route = (action.route ?? []) as number[];
    if (!action.field || route.length === 0) return null;
    const to = this.placesOf(action.field as Spot, route).at(-1);
    return t('tramways.web.ride', {
      from: this.names.exact(action.field as Spot),
      to: to ? this.names.exact(to) : '',
      links: route.map((id) => this.link(id)).join(', '),
    });
  }
  private build({ parcel, card }: Values): string | null {
    if (!parcel) return null;
    return card === undefined
      ? t('tramways.web.build_on', { parcel: String(parcel) })
      : t('tramways.web.build_what', {
          parcel: String(parcel),
          building: t(`tramways.web.building.${cards.get(Number(card))?.building_type ?? 'R'}`),
        });
  }
}
