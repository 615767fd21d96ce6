// The games of this page, as their folders say.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../src/games');

export const games: string[] = readdirSync(folder)
  .map((name) => join(folder, name, 'index.ts'))
  .filter(existsSync)
  .map((file) => /\bid: '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? file)
  .sort();
