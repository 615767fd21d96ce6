/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Writes sw.js: the service worker of src/service-worker.js with the list of all files of this build.
function serviceWorker(): Plugin {
  return {
    name: 'remise-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
      const fixed = ['theme.js', 'engine.wasm', 'manifest.webmanifest', 'icon.svg', 'icon-512.png'].filter((name) => existsSync(here(`public/${name}`)));
      const hash = createHash('sha256');
      for (const name of built) hash.update(name);
      for (const name of fixed) hash.update(readFileSync(here(`public/${name}`)));
      const source = readFileSync(here('src/service-worker.js'), 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 12))
        .replace('__FILES__', JSON.stringify([...built.filter((name) => name !== 'index.html'), ...fixed]));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), serviceWorker()],
  base: './',
  resolve: { alias: { '@data': here('../data') } },
  server: { fs: { allow: [here('..')] }, proxy: { '/api': { target: 'http://localhost:8840', ws: true } } },
  build: { target: 'es2022', assetsInlineLimit: 1024, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  test: {
    environment: 'happy-dom',
    include: ['tests/unit/**/*.test.ts'],
  },
});
