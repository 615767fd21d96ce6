// Where games lie: this repository, and further roots laid out like it (REMISE_GAME_ROOTS, separated by colons).
import { relative, resolve } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

export const web = fileURLToPath(new URL('..', import.meta.url));

export const roots: string[] = [
  resolve(web, '..'),
  ...(process.env.REMISE_GAME_ROOTS ?? '')
    .split(':')
    .filter(Boolean)
    .map((root) => resolve(root)),
];

// A folder of every root as import.meta.glob wants it: from the page's own root.
export const patterns = (below: string): string[] => roots.map((root) => `/${relative(web, resolve(root, below))}`);
