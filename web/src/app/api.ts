// The HTTP half of the server's API (docs/api.md).
import type { RuleError, Values } from '../table/contract';
import { Refused } from '../table/contract';
import type {
  Account,
  Calls,
  CallSettings,
  Games,
  Invitations,
  Leave,
  Me,
  MyPeople,
  NewTable,
  NewWay,
  NewWayAnswer,
  Privacy,
  Profile,
  Relate,
  Report,
  SeatKind,
  Table,
  Tables,
  Token,
  Update,
} from '../wire/wire.gen';

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

// Somebody: as they stand in my lists, by the name of the account, or by where they sit. Nothing: oneself.
export interface Meant {
  id?: string;
  name?: string;
  table?: string;
  seat?: number;
}
// What one looks for among the open tables; nothing where a value is empty.
export type LobbyFilter = Partial<Record<'game' | 'pace' | 'language' | 'rated' | 'beginners', string>>;

const query = (values: object) => {
  const chosen = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(chosen.map(([key, value]) => [key, String(value)])).toString();
};
const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  games: async () => (await call<Games>('GET', '/games')).games,
  myTables: async () => (await call<Tables>('GET', '/me/tables')).tables,
  openTables: async (filter: LobbyFilter = {}) =>
    (await call<Tables>('GET', `/tables?${query({ status: 'waiting', limit: 20, ...filter })}`)).tables,
  profile: (who: Meant) => call<Profile>('GET', `/people?${query(who)}`),
  setPrivacy: (privacy: Privacy) => call('PUT', '/me/privacy', privacy),
  people: () => call<MyPeople>('GET', '/me/people'),
  relate: (who: Meant, relation: Relate['relation']) => call('PUT', '/people/relation', { ...who, relation }),
  report: (what: Report) => call('POST', '/people/report', what),
  invitations: async () => (await call<Invitations>('GET', '/me/invitations')).invitations,
  declineInvitation: (id: string) => call('DELETE', `/me/invitations/${encodeURIComponent(id)}`),
  invite: (id: string, name: string) => call('POST', `${at(id)}/invite`, { name }),
  rematch: async (id: string) => (await call<Table>('POST', `${at(id)}/rematch`, {})).table,
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
  askRecovery: (name: string) => call('POST', '/accounts/recover', { name }),
  recover: async (token: string, password: string) =>
    (await call<Account>('PUT', '/accounts/recover', { token, password })).account.name,
  calls: (table?: string) => call<Calls>('GET', table ? `${at(table)}/calls` : '/me/calls'),
  setCalls: (settings: CallSettings, table?: string) =>
    call('PUT', table ? `${at(table)}/calls` : '/me/calls', settings),
  addWay: (way: NewWay, table?: string) => call<NewWayAnswer>('POST', table ? `${at(table)}/ways` : '/me/ways', way),
  removeWay: (id: string) => call('DELETE', `/me/ways/${encodeURIComponent(id)}`),
  tryWay: (id: string) => call('POST', `/me/ways/${encodeURIComponent(id)}/try`, {}),
  confirmMail: (token: string) => call('POST', '/calls/confirm', { token }),
  stopMail: (token: string) => call('POST', `/calls/stop?token=${encodeURIComponent(token)}`),
  logOut: () => call('DELETE', '/session'),
  setPassword: (old: string, fresh: string) => call('PUT', '/accounts/password', { old, new: fresh }),
  deleteAccount: (password: string) => call('DELETE', '/accounts', { password }),
};
