// What is auctioned is lit on the map: the homes of the lines on offer, the landmark of a private.
import { t } from '@/i18n/i18n.svelte';
import { lineHomes, mapOf } from '../data';
import type { Position } from '../position';
import type { Choice } from '../turn/choice';
import type { Lot } from './MapLights.svelte';

// `pointed`: the lot under the pointer or the focus.
export function lotsOf(position: Position, choice: Choice | null, pointed: number | string | null): Lot[] {
  if (position.bidders.length === 0) return [];
  const chosen = choice?.action.type === 'bid' ? (choice.action.line ?? choice.action.private) : null;
  const now = position.auction?.line ?? position.auction?.private ?? null;
  const on = (id: number | string) => id === pointed || id === chosen || id === now;
  if (position.kind !== 'company')
    return position.privates
      .filter((entry) => on(entry.id))
      .map((entry) => ({ id: entry.id, hex: entry.landmark, text: t(`1840.private.${entry.id}`), on: true }));
  return position.lines
    .filter((line) => line.place === 'offered')
    .map((line) => {
      const hex = lineHomes[String(line.number)] ?? '';
      const place = mapOf(position.map).hexes.get(hex)?.name ?? '';
      const text = on(line.number) ? `${line.number} ${place}` : String(line.number);
      return { id: String(line.number), hex, text, on: on(line.number) };
    });
}
