// The numbers under which the rules of a game can be read: those of its rulings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function ruleNumbers(game: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../../../docs/rulings-${game}.md`), 'utf8');
  return [...text.matchAll(/^\| (\S+) \|/gm)].map((match) => match[1] as string);
}
