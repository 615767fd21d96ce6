// 1840: Vienna Tramways, as the shared pages see it.
import type { GamePage } from '@/games/registry';
import Badge from './Badge.svelte';
import './style.css';

export default {
  id: '1840',
  players: [2, 6],
  usual: 4,
  badge: Badge,
  preview: () => import('./Preview.svelte'),
  table: () => import('./Table.svelte'),
  story: () => import('./story'),
  peek: () => import('./peek'),
  step: (view) => String((view.state as { step?: string }).step ?? ''),
  quiet: (view) => import('./quiet').then((module) => module.default(view)),
  pictures: ['1840-start', '1840-route', '1840-chart', '1840-trams'],
  picture: () => import('./HelpPicture.svelte'),
  laboratory: () => import('./lab/Laboratory.svelte'),
  rareOption: (key) => /^c\d+$/i.test(key), // they only replay recorded games
} satisfies GamePage;
