/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, URL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig, type Plugin } from 'vite';
import { games } from './vite/games.ts';
import { help } from './vite/help.ts';

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

// Writes a twin for brotli and one for gzip beside every file of the build that they make smaller: the server sends those.
function compressedTwins(): Plugin {
  return {
    name: 'remise-compressed-twins',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(here('dist'), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|json|svg|wasm|webmanifest|txt)$/.test(name)) continue;
        const bytes = readFileSync(here(`dist/${name}`));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        for (const [end, twin] of [['br', brotliCompressSync(bytes, { params })], ['gz', gzipSync(bytes, { level: 9 })]] as const)
          if (twin.length < bytes.length * 0.95) writeFileSync(here(`dist/${name}.${end}`), twin);
      }
    },
  };
}

export default defineConfig({
  plugins: [games(), help(), svelte(), svelteTesting(), serviceWorker(), compressedTwins()],
  base: './',
  resolve: { alias: { '@data': here('../data'), '@': here('src') } },
  server: { fs: { allow: [here('..')] }, proxy: { '/api': { target: 'http://localhost:8840', ws: true } } },
  build: { target: 'es2022', assetsInlineLimit: 1024, chunkSizeWarningLimit: 900 },
  worker: { format: 'es' },
  test: {
    environment: 'happy-dom',
    include: ['tests/unit/**/*.test.ts'],
  },
});
