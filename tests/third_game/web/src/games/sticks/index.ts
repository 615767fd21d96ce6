// Sticks, as the shared pages see it.
import type { GamePage } from '@/games/registry';

export default {
  id: 'sticks',
  players: [2, 4],
  usual: 2,
  table: () => import('./Table.svelte'),
} satisfies GamePage;
