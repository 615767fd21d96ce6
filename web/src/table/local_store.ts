// Matches on this device, in IndexedDB: one record per match with its file, so that a match can be exported, imported and
// opened again without a network.
import type { Peek } from '../app/peek';
import { records } from '../ui/records';
import type { SeatInfo } from './table';

export interface LocalMatch {
  id: string;
  game: string;
  title: string;
  seats: SeatInfo[];
  file: object;
  n: number;
  toAct: number[];
  finished: boolean;
  created: number;
  updated: number;
  notes: string;
  drawn?: number[]; // moves that were drawn at random because a bot failed
  archived?: boolean; // out of sight, not gone
  peek?: Peek | null; // what a list shows of it
  covered?: boolean; // several people share the device: hands are covered between them
}

const kept = records<LocalMatch>('remise', 'matches');

export const localMatches = {
  async list(): Promise<LocalMatch[]> {
    return (await kept.all()).sort((a, b) => b.updated - a.updated);
  },
  get: (id: string) => kept.get(id),
  put: (match: LocalMatch) => kept.put(match),
  remove: (id: string) => kept.remove(id),
};

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, (c) => (c === '+' ? '-' : '_'));
}
