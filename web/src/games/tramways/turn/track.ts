// Where an action begun lays its pieces: geometry, for drawing what the engine was asked about.
import type { Values } from '@/table/contract';
import { beyond, key, opposite as turned, type BoardLink, type Edge, type Spot } from '../board/board';

interface Base {
  kind: 'new' | 'link' | 'through';
  field?: Spot;
  edge?: Edge;
  link?: number;
  parcel?: string;
}

// The pieces an action lays, and the fields it touches from its start to where it leads.
export function trackWay(
  action: Values,
  links: BoardLink[],
  parcelAt: (name: string) => Spot | null,
): { way: Spot[]; pieces: [number, number, Edge, Edge][] } | null {
  const base = action.base as unknown as Base | undefined;
  if (!base) return null;
  const exits = (action.exits ?? []) as Edge[];
  const pieces: [number, number, Edge, Edge][] = [];
  const way: Spot[] = [];
  let at: Spot;
  let entry: Edge;
  if (base.kind === 'new' && base.field && base.edge) {
    way.push(base.field);
    at = beyond(base.field, base.edge);
    entry = turned[base.edge];
  } else if (base.kind === 'new') {
    return base.field ? { way: [base.field], pieces } : null;
  } else if (base.kind === 'link') {
    const last = links.find((link) => link.id === base.link)?.pieces.at(-1);
    if (!last) return null;
    const exit = (action.redirect as Edge | null) ?? last[3];
    way.push([last[0], last[1]]);
    if (action.redirect) pieces.push([last[0], last[1], last[2], exit]);
    at = beyond([last[0], last[1]], exit);
    entry = turned[exit];
  } else {
    const spot = base.parcel ? parcelAt(base.parcel) : null;
    const link = links.find((entry2) => entry2.id === base.link);
    const ends = link ? [link.pieces[0], link.pieces.at(-1)] : [];
    if (!spot || !link) return null;
    at = spot;
    const [first, last] = ends;
    const atEnd = last && key(beyond([last[0], last[1]], last[3])) === key(spot);
    entry = atEnd ? turned[last[3]] : first ? turned[first[2]] : 'N';
  }
  for (const exit of exits) {
    pieces.push([at[0], at[1], entry, exit]);
    way.push(at);
    at = beyond(at, exit);
    entry = turned[exit];
  }
  way.push(at);
  return { way, pieces };
}
