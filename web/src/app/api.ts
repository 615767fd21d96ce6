// The HTTP half of the server's API (docs/api.md).
import type { RuleError, Values } from '../table/contract';
import { Refused } from '../table/contract';
import type { Calls, CallSettings, NewWay, NewWayAnswer } from '../wire/wire.gen';
import type { Games, Leave, Me, NewTable, SeatKind, Table, Tables, Token, Update } from '../wire/wire.gen';

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
  games: async () => (await call<Games>('GET', '/games')).games,
  myTables: async () => (await call<Tables>('GET', '/me/tables')).tables,
  openTables: async () => (await call<Tables>('GET', '/tables?status=waiting&limit=20')).tables,
  view: async (id: string) => (await call<Update>('GET', `${at(id)}/view`)).view ?? null,
  create: async (table: NewTable) => (await call<Table>('POST', '/tables', table)).table,
  join: async (id: string, name: string, seat?: number) =>
    (await call<Table>('POST', `${at(id)}/join`, seat === undefined ? { name } : { name, seat })).table,
  leave: (id: string, how: Leave = {}) => call('POST', `${at(id)}/leave`, how),
  passOn: (id: string, seat: number) => call('POST', `${at(id)}/host`, { seat }),
  close: (id: string) => call('POST', `${at(id)}/close`, {}),
  start: (id: string) => call('POST', `${at(id)}/start`, {}),
  setSeat: (id: string, seat: number, to: SeatKind) => call('PUT', `${at(id)}/seats/${seat}`, to),
  claim: async (id: string, token: string) => (await call<Table>('POST', `${at(id)}/claim`, { token })).table,
  link: async (id: string) => (await call<Token>('POST', `${at(id)}/link`, {})).token,
  me: () => call<Me>('GET', '/me'),
  setPreferences: (preferences: Values) => call('PUT', '/me/preferences', preferences),
  signUp: (name: string, password: string) => call('POST', '/accounts', { name, password }),
  logIn: (name: string, password: string) => call('POST', '/session', { name, password }),
  calls: (table?: string) => call<Calls>('GET', table ? `${at(table)}/calls` : '/me/calls'),
  setCalls: (settings: CallSettings, table?: string) =>
    call('PUT', table ? `${at(table)}/calls` : '/me/calls', settings),
  addWay: (way: NewWay, table?: string) => call<NewWayAnswer>('POST', table ? `${at(table)}/ways` : '/me/ways', way),
  removeWay: (id: string) => call('DELETE', `/me/ways/${encodeURIComponent(id)}`),
  tryWay: (id: string) => call('POST', `/me/ways/${encodeURIComponent(id)}/try`, {}),
  confirmMail: (token: string) => call('POST', '/calls/confirm', { token }),
  stopMail: (token: string) => call('POST', `/calls/stop?token=${encodeURIComponent(token)}`),
  logOut: () => call('DELETE', '/session'),
};
