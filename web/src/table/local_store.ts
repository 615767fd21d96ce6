// Matches on this device, in IndexedDB: one record per match with its file, so that a match can be exported, imported and
// opened again without a network.
import type { Peek } from '../app/peek';
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

const store = 'matches';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('remise', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

async function run<T>(mode: IDBTransactionMode, work: (matches: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
    });
  } finally {
    database.close();
  }
}

export const localMatches = {
  async list(): Promise<LocalMatch[]> {
    const all = await run('readonly', (matches) => matches.getAll() as IDBRequest<LocalMatch[]>);
    return all.sort((a, b) => b.updated - a.updated);
  },
  get: (id: string) =>
    run<LocalMatch | undefined>('readonly', (matches) => matches.get(id) as IDBRequest<LocalMatch | undefined>),
  put: (match: LocalMatch) => run('readwrite', (matches) => matches.put(match)),
  remove: (id: string) => run('readwrite', (matches) => matches.delete(id)),
};

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, (c) => (c === '+' ? '-' : '_'));
}
