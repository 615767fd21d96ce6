// The catalogues: complete in four languages, the same values in each, every plural form, and no text that nobody shows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage, messageNames } from '../../src/i18n/message';

const root = join(import.meta.dirname, '../../..');
const languages = ['en', 'de', 'es', 'ru'];
const load = (lang: string, name: string) => JSON.parse(readFileSync(join(root, 'data/locale', lang, name), 'utf8')) as Record<string, string>;
const catalogues = readdirSync(join(root, 'data/locale/en')).filter((name) => name.endsWith('.json'));
const plurals: Record<string, string[]> = { en: ['one', 'other'], de: ['one', 'other'], es: ['one', 'other'], ru: ['one', 'few', 'many', 'other'] };

describe.each(catalogues)('%s', (name) => {
  const english = load('en', name);
  it.each(languages)('has every key in %s, with the same values', (lang) => {
    const texts = load(lang, name);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${lang} ${key}`).not.toBe('');
      const names = messageNames(text);
      for (const value of names) expect(messageNames(english[key] ?? ''), `${lang} ${key}`).toContain(value);
    }
  });
  it.each(languages)('has every plural form in %s', (lang) => {
    for (const [key, text] of Object.entries(load(lang, name)))
      for (const [, branches] of text.matchAll(/, plural,((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g))
        if (/\bone \{/.test(branches ?? '')) for (const form of plurals[lang] ?? []) expect(branches, `${lang} ${key}`).toContain(`${form} {`);
  });
  it.each(languages)('can be written in %s', (lang) => {
    for (const [key, text] of Object.entries(load(lang, name))) expect(formatMessage(text, {}, lang), key).toBeTypeOf('string');
  });
});

describe('texts of the page', () => {
  const sources: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (/\.(svelte|ts)$/.test(entry.name)) sources.push(readFileSync(join(folder, entry.name), 'utf8'));
    }
  };
  walk(join(root, 'web/src'));
  const code = sources.join('\n');
  const english = load('en', 'web.json');
  const literal = [...code.matchAll(/['"`](web\.[a-z0-9_.]+)['"`]/g)].map((match) => match[1] as string);
  // Keys put together at run time: what stands before the first value.
  const prefixes = [...code.matchAll(/`(web\.[a-zA-Z0-9_.]*)\$\{/g)].map((match) => match[1] as string);

  it('are all there', () => expect([...new Set(literal)].filter((key) => !(key in english) && !key.endsWith('.'))).toEqual([]));
  it('are all used', () => {
    const unused = Object.keys(english).filter((key) => !literal.includes(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !key.startsWith('web.error.'));
    expect(unused).toEqual([]);
  });
});
