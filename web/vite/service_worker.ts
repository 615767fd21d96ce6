// Writes sw.js: the service worker of src/service-worker.js with the list of all files of this build.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { web } from './roots.ts';

export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'remise-service-worker',
    apply: 'build',
    configResolved: (config) => void (folder = config.publicDir),
    generateBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
      const fixed = readdirSync(folder).sort();
      const hash = createHash('sha256');
      for (const name of built) hash.update(name);
      for (const name of fixed) hash.update(readFileSync(join(folder, name)));
      const source = readFileSync(join(web, 'src/service-worker.js'), 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 12))
        .replace('__FILES__', JSON.stringify([...built.filter((name) => name !== 'index.html'), ...fixed]));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
