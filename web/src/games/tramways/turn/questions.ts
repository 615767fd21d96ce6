// "Why not?" at a Tramways table: an action like the one that was probably meant, for the engine to refuse with its reason.
import type { Action, Json } from '@/table/contract';
import { edgeTowards, key, type Edge, type Spot } from '../board/board';
import type { Chooser, Kind } from './chooser.svelte';
import { cards } from '../data';
import { longerDeed } from './deeds';
import type { Position, Seat } from '../view';

// A symbol of the hand that fits, or else any, so that the engine can say what is missing.
function symbolFor(hand: number[], fits: (symbol: string) => boolean): string {
  for (const id of hand)
    for (const [slot, symbol] of (cards.get(id)?.slots ?? []).entries())
      if (symbol && fits(symbol)) return `${id}:${slot}`;
  return `${hand[0] ?? 0}:0`;
}
const rail = (hand: number[]) => symbolFor(hand, (symbol) => symbol.startsWith('rail'));
const destination = (hand: number[]) =>
  symbolFor(hand, (symbol) => symbol.startsWith('dest_') || symbol.startsWith('parcel_'));
const ticket = (hand: number[]) => `${hand.find((id) => cards.get(id)?.stripe) ?? hand[0] ?? 0}:T`;

function track(base: Json, redirect: Json, exits: Edge[], hand: number[]): Action {
  return { type: 'lay_track', base, redirect, exits, rails: [rail(hand)], dests: [] };
}

export function questionAt(chooser: Chooser, hand: number[], field: Spot): Action {
  const parcel = [...chooser.parcels].find(([, spot]) => key(spot) === key(field))?.[0];
  if (chooser.kind === 'build' && parcel) return build(parcel, hand);
  if (chooser.kind === 'upgrade_building')
    return {
      type: 'upgrade_building',
      field,
      symbol: symbolFor(hand, (symbol) => symbol === 'upgrade_building'),
      dest: destination(hand),
    };
  if (chooser.kind === 'move_passenger')
    return {
      type: 'move_passenger',
      field,
      route: [chooser.links[0]?.id ?? 1],
      ticket: ticket(hand),
      dest: destination(hand),
    };
  // Drawing: one field further than drawn.
  const last = chooser.drawn.at(-1)?.split(',').map(Number) as Spot | undefined;
  const edge = last ? edgeTowards(last, field) : null;
  if (last && edge) {
    const known = longerDeed(chooser.deeds, chooser.drawn)?.actions[0];
    if (chooser.drawn.length === 1 || !known) return track({ kind: 'new', field: last, edge }, null, [edge], hand);
    const kept = chooser.drawn.length - ((known.base as { kind: string }).kind === 'through' ? 1 : 2);
    return track(known.base as Json, known.redirect as Json, [...(known.exits as Edge[]).slice(0, kept), edge], hand);
  }
  return track({ kind: 'new', field, edge: 'E' }, null, ['E'], hand);
}

function build(parcel: string, hand: number[]): Action {
  return {
    type: 'build',
    parcel,
    symbol: symbolFor(hand, (symbol) => symbol === 'build'),
    coordinate: symbolFor(hand, (symbol) => symbol === `parcel_${parcel}`),
    card: 0,
  };
}

// Why a whole kind of action is not possible: asked for the viewer's first own place of that kind.
export function questionFor(kind: Kind, chooser: Chooser, position: Position, me: Seat): Action {
  const hand = me.hand ?? [];
  const own = position.fields.filter((field) => field.owner === me.seat);
  const link = position.links.find((entry) => entry.owner === me.seat)?.id ?? position.links[0]?.id ?? 1;
  const place = (field: { x: number; y: number } | undefined): Spot => (field ? [field.x, field.y] : [0, 0]);
  switch (kind) {
    case 'lay_track':
      return track(
        { kind: 'new', field: place(position.fields.find((field) => field.building !== null)), edge: 'E' },
        null,
        ['E'],
        hand,
      );
    case 'upgrade_link':
      return {
        type: 'upgrade_link',
        link,
        symbol: symbolFor(hand, (symbol) => symbol === 'upgrade_link'),
        dest: destination(hand),
      };
    case 'build':
      return build(
        own.find((field) => field.parcel && !field.building)?.parcel ?? [...chooser.parcels.keys()][0] ?? 'A1',
        hand,
      );
    case 'upgrade_building':
      return {
        type: 'upgrade_building',
        field: place(own.find((field) => field.built) ?? position.fields.find((field) => field.building !== null)),
        symbol: symbolFor(hand, (symbol) => symbol === 'upgrade_building'),
        dest: destination(hand),
      };
    case 'move_passenger':
      return {
        type: 'move_passenger',
        field: place(position.fields.find((field) => field.passenger)),
        route: [link],
        ticket: ticket(hand),
        dest: destination(hand),
      };
  }
}
