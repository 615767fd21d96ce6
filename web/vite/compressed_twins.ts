// Writes a twin for brotli and one for gzip beside every file of the build that they make smaller: the server sends those.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

export function compressedTwins(): Plugin {
  let folder = '';
  return {
    name: 'remise-compressed-twins',
    apply: (_config, { command, mode }) => command === 'build' && mode !== 'quick',
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|json|svg|wasm|webmanifest|txt)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        const twins = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) };
        for (const [end, twin] of Object.entries(twins))
          if (twin.length < bytes.length * 0.95) writeFileSync(join(folder, `${name}.${end}`), twin);
      }
    },
  };
}
