// Tramways, as the shared pages see it.
import { players } from '@data/tramways/game.json';
import type { GamePage } from '@/games/registry';
import Badge from './Badge.svelte';
import './style.css';

export default {
  id: 'tramways',
  players: Array.from({ length: players.max - players.min + 1 }, (_, i) => players.min + i),
  usual: 3,
  badge: Badge,
  preview: () => import('./Preview.svelte'),
  table: () => import('./Table.svelte'),
} satisfies GamePage;
