import { expect, it } from 'vitest';
import { hashOf, parseRoute, type Route } from '../../src/app/router.svelte';

it.each<Route>([
  { page: 'start' },
  { page: 'new', game: '1840' },
  { page: 'table', kind: 'remote', id: 'a-b_c' },
  { page: 'table', kind: 'local', id: 'x' },
  { page: 'seat', id: 'T', token: 'abc' },
  { page: 'settings' },
  { page: 'licences' },
  { page: 'learn' },
  { page: 'reference', game: '1840' },
  { page: 'lesson', game: '1840', chapter: 'home' },
  { page: 'rules', game: '1840' },
  { page: 'rules', game: '1840', rule: 'VIII.5.3' },
])('route %o survives its address', (route) => expect(parseRoute(hashOf(route))).toEqual(route));
it('sends unknown addresses to the start', () => expect(parseRoute('#/nonsense/1')).toEqual({ page: 'start' }));
it.each(['#/%zz', '#/t/%', '#/t/%ff%fe', '#/seat/a/%e0%80'])(
  'sends %s, which cannot be decoded, to the start',
  (hash) => expect(parseRoute(hash)).toEqual({ page: 'start' }),
);
