import type { Meant } from './api';

// Addresses after the #, so that any plain file server will do and an installed page opens offline.
export type Route =
  | { page: 'start' }
  | { page: 'new'; game: string }
  | { page: 'table'; kind: 'remote' | 'local'; id: string; n?: number } // n: the position looked at
  | { page: 'link'; code: string } // a position in the address itself
  | { page: 'explorations' }
  | { page: 'explore'; id: string }
  | { page: 'laboratory'; game: string }
  | { page: 'seat'; id: string; token: string }
  | { page: 'settings' }
  | { page: 'licences' }
  | { page: 'profile'; who: Meant }
  | { page: 'calls'; purpose: 'confirm' | 'stop'; token: string }
  | { page: 'recover'; token: string }
  | { page: 'learn' }
  | { page: 'reference'; game: string }
  | { page: 'lesson'; game: string; chapter: string }
  | { page: 'puzzle'; game: string; puzzle: string }
  | { page: 'rules'; game: string; rule?: string };

// The parts of an address, decoded; none where one cannot be (`%zz`).
function partsOf(hash: string): string[] {
  try {
    return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  } catch {
    return [];
  }
}

export function parseRoute(hash: string): Route {
  const [page, first, second] = partsOf(hash);
  const n = second !== undefined && /^\d{1,6}$/.test(second) ? { n: Number(second) } : {};
  if (page === 'new' && first) return { page, game: first };
  if (page === 't' && first) return { page: 'table', kind: 'remote', id: first, ...n };
  if (page === 'l' && first) return { page: 'table', kind: 'local', id: first, ...n };
  if (page === 'p') return { page: 'link', code: first ?? '' };
  if (page === 'explore') return first ? { page, id: first } : { page: 'explorations' };
  if (page === 'laboratory' && first) return { page, game: first };
  if (page === 'seat' && first && second) return { page, id: first, token: second };
  if (page === 'settings' || page === 'licences') return { page };
  if (page === 'me') return { page: 'profile', who: {} };
  if (page === 'who' && first && second) return { page: 'profile', who: { table: first, seat: Number(second) } };
  if (page === 'who' && first) return { page: 'profile', who: { name: first } };
  if (page === 'calls' && (first === 'confirm' || first === 'stop') && second)
    return { page, purpose: first, token: second };
  if (page === 'recover' && first) return { page, token: first };
  if (page === 'reference' && first) return { page, game: first };
  if (page === 'learn') return first && second ? { page: 'lesson', game: first, chapter: second } : { page };
  if (page === 'puzzle' && first && second) return { page, game: first, puzzle: second };
  if (page === 'rules' && first) return second ? { page, game: first, rule: second } : { page, game: first };
  return { page: 'start' };
}

export function hashOf(route: Route): string {
  switch (route.page) {
    case 'new':
      return `#/new/${route.game}`;
    case 'rules':
      return `#/rules/${route.game}${route.rule ? `/${encodeURIComponent(route.rule)}` : ''}`;
    case 'table':
      return `#/${route.kind === 'remote' ? 't' : 'l'}/${route.id}${route.n === undefined ? '' : `/${route.n}`}`;
    case 'link':
      return `#/p/${route.code}`;
    case 'explorations':
      return '#/explore';
    case 'explore':
      return `#/explore/${route.id}`;
    case 'laboratory':
      return `#/laboratory/${route.game}`;
    case 'seat':
      return `#/seat/${route.id}/${route.token}`;
    case 'profile': {
      const { name, table, seat } = route.who;
      if (table) return `#/who/${table}/${seat}`;
      return name ? `#/who/${encodeURIComponent(name)}` : '#/me';
    }
    case 'reference':
      return `#/reference/${route.game}`;
    case 'learn':
      return '#/learn';
    case 'lesson':
      return `#/learn/${route.game}/${route.chapter}`;
    case 'puzzle':
      return `#/puzzle/${route.game}/${route.puzzle}`;
    case 'calls':
      return `#/calls/${route.purpose}/${route.token}`;
    case 'recover':
      return `#/recover/${route.token}`;
    case 'settings':
    case 'licences':
      return `#/${route.page}`;
    default:
      return '#/';
  }
}

// Where the number of a rule leads: the rulings, at that one.
export const ruleAddress = (game: string, rule: string): string => hashOf({ page: 'rules', game, rule });

let route = $state.raw<Route>(parseRoute(location.hash));
addEventListener('hashchange', () => (route = parseRoute(location.hash)));

export function currentRoute(): Route {
  return route;
}

export function go(to: Route): void {
  location.hash = hashOf(to);
}
