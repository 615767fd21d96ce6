// The HTTP half of the server's API (docs/api.md).
import type { About, RuleError, Values } from '../table/contract';
import { Refused } from '../table/contract';
import type { SeatInfo } from '../table/table';

export interface Summary {
  id: string;
  game: string;
  title: string;
  status: 'waiting' | 'playing' | 'finished';
  open: boolean;
  seats: SeatInfo[];
  host: number | null;
  to_act: number[];
  created: number;
  updated: number;
  mine: number | null;
}

export type NewSeat = { kind: 'human' } | { kind: 'bot'; level: string };

export interface NewTable {
  game: string;
  options?: Values;
  seats: NewSeat[];
  open?: boolean;
  shuffle?: boolean;
  title?: string;
  name: string;
  join?: boolean;
}

export class Unreachable extends Error {}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`./api${path}`, {
      method,
      ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new Unreachable();
  }
  if (!(response.headers.get('Content-Type') ?? '').includes('json')) throw new Unreachable();
  const answer = (await response.json()) as T | { error: RuleError };
  if (!response.ok) throw new Refused((answer as { error: RuleError }).error);
  return answer as T;
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  games: async () => (await call<{ games: About[] }>('GET', '/games')).games,
  myTables: async () => (await call<{ tables: Summary[] }>('GET', '/me/tables')).tables,
  openTables: async () => (await call<{ tables: Summary[] }>('GET', '/tables?status=waiting&limit=20')).tables,
  create: async (table: NewTable) => (await call<{ table: Summary }>('POST', '/tables', table)).table,
  join: async (id: string, name: string, seat?: number) =>
    (await call<{ table: Summary }>('POST', `${at(id)}/join`, seat === undefined ? { name } : { name, seat })).table,
  leave: (id: string) => call('POST', `${at(id)}/leave`, {}),
  start: (id: string) => call('POST', `${at(id)}/start`, {}),
  setSeat: (id: string, seat: number, to: NewSeat) => call('PUT', `${at(id)}/seats/${seat}`, to),
  claim: async (id: string, token: string) =>
    (await call<{ table: Summary }>('POST', `${at(id)}/claim`, { token })).table,
  link: async (id: string) => (await call<{ token: string }>('POST', `${at(id)}/link`, {})).token,
  me: () => call<{ account: { name: string } | null; player: boolean }>('GET', '/me'),
  signUp: (name: string, password: string) => call('POST', '/accounts', { name, password }),
  logIn: (name: string, password: string) => call('POST', '/session', { name, password }),
  logOut: () => call('DELETE', '/session'),
};
