// Texts in the language of the person. Catalogues are loaded when first needed; a key without a text shows itself.
import cards from 'virtual:games/cards';
import files from 'virtual:games/texts';
import type { Json, RuleError } from '../table/contract';
import { formatMessage, MessageError } from './message';

export const languages = ['en', 'de', 'es', 'ru'] as const;
export type Language = (typeof languages)[number];
export type Catalogue = Record<string, string>;

let texts = $state.raw<Catalogue>({});
let current = $state<Language>('en');
const wanted = new Set(['web', 'core', 'server']);

// A catalogue, wherever its root is; nothing where there is none.
async function load(lang: Language, name: string): Promise<Catalogue> {
  const file = Object.keys(files).find((path) => path.endsWith(`/data/locale/${lang}/${name}.json`));
  return (file && (await files[file]?.())) || {};
}

export async function useLanguage(lang: Language): Promise<void> {
  const parts = await Promise.all([cards[lang]?.(), ...[...wanted].map((name) => load(lang, name))]);
  texts = Object.assign({}, ...parts) as Catalogue;
  current = lang;
  document.documentElement.lang = lang;
}

// The texts of a game, before its table is shown.
export async function useCatalogue(name: string): Promise<void> {
  if (wanted.has(name)) return;
  wanted.add(name);
  const more = await load(current, name); // others may have come meanwhile
  texts = { ...texts, ...more };
}

export function language(): Language {
  return current;
}

export function hasText(key: string): boolean {
  return key in texts;
}

type Values = Record<string, Json | undefined>;

export function t(key: string, values: Values = {}): string {
  const message = texts[key];
  if (message === undefined) return key;
  try {
    return formatMessage(message, values, current);
  } catch (error) {
    if (error instanceof MessageError) return key;
    throw error;
  }
}

// "table.name" is "Name": what a form or a file calls it. A path without a word of its own is quoted.
function where(path: string): string {
  const last = path.split('.').at(-1)?.split('[')[0] || 'input';
  return hasText(`core.where.${last}`) ? t(`core.where.${last}`) : t('core.where_else', { path });
}

export function errorText(error: RuleError): string {
  const key = `${error.scope}.error.${error.code}`;
  const values = { ...error.values };
  if (typeof values.where === 'string') values.where = where(values.where);
  if (values.found === '') values.found = t('core.where_else', { path: '' }); // not a hole in the sentence
  if (['core', 'server'].includes(error.scope) && typeof values.seat === 'number') values.seat += 1; // people count from one
  return hasText(key) ? t(key, values) : t('web.why.unknown', { code: `${error.scope}.${error.code}` });
}

// For components' tests: texts without files.
export function useTexts(catalogue: Catalogue, lang: Language = 'en'): void {
  texts = catalogue;
  current = lang;
}

export function preferredLanguage(): Language {
  const spoken = navigator.languages.map((name) => name.slice(0, 2));
  return languages.find((lang) => spoken.includes(lang)) ?? 'en';
}
