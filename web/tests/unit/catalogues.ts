// The catalogues as they are, for tests that read sentences.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTexts, type Catalogue, type Language } from '../../src/i18n/i18n.svelte';

const locale = join(import.meta.dirname, '../../../data/locale');
export function speak(lang: Language, ...more: string[]): void {
  const files = ['core', '1840', 'tramways', ...more].map((name) =>
    readFileSync(join(locale, lang, `${name}.json`), 'utf8'),
  );
  useTexts(Object.assign({}, ...files.map((text) => JSON.parse(text) as Catalogue)) as Catalogue, lang);
}
