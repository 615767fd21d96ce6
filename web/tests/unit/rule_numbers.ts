// The numbers under which the rules of a game can be read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function ruleNumbers(game: string): string[] {
  const text = readFileSync(join(import.meta.dirname, `../../../data/rules/${game}.json`), 'utf8');
  return (JSON.parse(text) as { rules: string[] }).rules;
}
