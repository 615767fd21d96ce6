// Tramways, as the shared pages see it.
import type { GamePage } from '@/games/registry';
import Badge from './Badge.svelte';
import './style.css';

export default {
  id: 'tramways',
  players: [1, 5],
  usual: 3,
  hands: true,
  badge: Badge,
  preview: () => import('./Preview.svelte'),
  layout: () => import('./setup/LayoutEditor.svelte'),
  table: () => import('./Table.svelte'),
  story: () => import('./story'),
  peek: () => import('./peek'),
  step: (view) => String((view.state as { phase?: string }).phase ?? ''),
  pictures: ['tramways-start', 'tramways-end', 'tramways-cards'],
  picture: () => import('./HelpPicture.svelte'),
  offered: { cards: 'third' },
} satisfies GamePage;
