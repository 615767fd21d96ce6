/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressedTwins } from './vite/compressed_twins.ts';
import { games } from './vite/games.ts';
import { help } from './vite/help.ts';
import { licences } from './vite/licences.ts';
import { roots, web } from './vite/roots.ts';
import { serviceWorker } from './vite/service_worker.ts';

const alone = ['local_table', 'model', 'newtable', 'socket', 'story.svelte', 'tablepage', 'tips'].map(
  (name) => `tests/unit/${name}.test.ts`,
);

// REMISE_GAME_ROOTS: further folders laid out like this repository whose games belong to the page. REMISE_PUBLIC: the folder with
// the engine and what else is served as it is. Mode `quick` leaves out the compressed twins.
export default defineConfig({
  plugins: [games(), help(), licences(), svelte(), svelteTesting(), serviceWorker(), compressedTwins()],
  base: './',
  publicDir: process.env.REMISE_PUBLIC ?? 'public',
  resolve: { alias: { '@data': join(web, '../data'), '@': join(web, 'src') } },
  server: { fs: { allow: roots }, proxy: { '/api': { target: 'http://localhost:8840', ws: true } } },
  build: { target: 'es2022', assetsInlineLimit: 1024, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  test: {
    environment: 'happy-dom',
    // Most files share a worker's modules and its document, which takes half the processor time; those that replace modules or clocks do not.
    projects: [
      {
        extends: true,
        test: { name: 'together', isolate: false, include: ['tests/unit/**/*.test.ts'], exclude: alone },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
