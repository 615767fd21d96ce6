// The module `virtual:licences`: what of others is in the product (third_parties.json), with its licence as its package brings it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { web } from './roots.ts';

interface Listed {
  npm?: string;
  debian?: string;
  licence?: string;
  begins?: string; // a collection of licences, of which the one that begins so is meant
}
export interface Licence {
  name: string;
  version: string;
  licence: string;
  text: string; // empty where this machine's packages came without it
}

function ofNpm(name: string): Licence {
  const folder = join(web, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} comes without its licence`);
  return {
    name,
    version: version ?? '',
    licence: license ?? '',
    text: readFileSync(join(folder, file), 'utf8').trim(),
  };
}

function ofDebian({ debian: name = '', licence = '', begins }: Listed): Licence {
  const path = `/usr/share/doc/${name}/copyright`;
  let text = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  const from = begins ? text.indexOf(begins) : -1;
  if (from >= 0) text = text.slice(from, text.indexOf('\n\n', from)).replace(/^ \.?/gm, '');
  let version = '';
  try {
    version = execFileSync('dpkg-query', ['-W', '-f=${Version}', name], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    // another system than Debian
  }
  return { name, version, licence, text };
}

export function licencesOf(file = join(web, 'vite/third_parties.json')): Record<string, Licence[]> {
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Listed[]>;
  return Object.fromEntries(
    Object.entries(parts).map(([part, list]) => [part, list.map((one) => (one.npm ? ofNpm(one.npm) : ofDebian(one)))]),
  );
}

const id = 'virtual:licences';
export function licences(): Plugin {
  return {
    name: 'remise-licences',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(licencesOf())};` : undefined),
  };
}
