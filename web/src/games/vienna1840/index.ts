// 1840: Vienna Tramways, as the shared pages see it.
import { players } from '@data/1840/game.json';
import type { GamePage } from '@/games/registry';
import Badge from './Badge.svelte';
import './style.css';

export default {
  id: '1840',
  players,
  usual: 4,
  badge: Badge,
  preview: () => import('./Preview.svelte'),
  table: () => import('./Table.svelte'),
  rareOption: (key) => /^c\d+$/i.test(key), // they only replay recorded games
} satisfies GamePage;
