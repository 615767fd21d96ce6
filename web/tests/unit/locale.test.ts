// The catalogues: complete in four languages, the same values in each, every plural form, and no text that nobody shows.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gamePages } from '../../src/games/registry';
import { formatMessage, messageNames } from '../../src/i18n/message';

const root = join(import.meta.dirname, '../../..');
const languages = ['en', 'de', 'es', 'ru'];
const roots = [root, join(root, 'tests/third_game')]; // every root with games
const load = (lang: string, name: string) => {
  const file = roots.map((folder) => join(folder, 'data/locale', lang, name)).find(existsSync) ?? name;
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
};
const catalogues = roots
  .flatMap((folder) => readdirSync(join(folder, 'data/locale/en')))
  .filter((name) => name.endsWith('.json'));
const plurals: Record<string, string[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  es: ['one', 'other'],
  ru: ['one', 'few', 'many', 'other'],
};

const files = [
  'tests/third_game/web/src',
  'web/src',
  'web/vite',
  'web/index.html',
  'web/vite.config.ts',
  'web/public/manifest.webmanifest',
].flatMap((part) => {
  const path = join(root, part);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
});

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
        if (/\bone \{/.test(branches ?? ''))
          for (const form of plurals[lang] ?? []) expect(branches, `${lang} ${key}`).toContain(`${form} {`);
  });
  it.each(languages)('can be written in %s', (lang) => {
    for (const [key, text] of Object.entries(load(lang, name)))
      expect(formatMessage(text, {}, lang), key).toBeTypeOf('string');
  });
});

describe('texts of the page', () => {
  const code = files
    .filter((file) => /\.(svelte|ts)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const english = Object.assign({}, ...catalogues.map((name) => load('en', name))) as Record<string, string>;
  // The page's own catalogue, and of each game what only the page says.
  const own = Object.keys(english).filter((key) => /^web\.|^[^.]+\.web\./.test(key));
  const literal = [...code.matchAll(/['"`]((?:[a-z0-9]+\.)?web\.[a-z0-9_.]+)['"`]/g)].map(
    (match) => match[1] as string,
  );
  // Keys put together at run time: what stands before the first value.
  const prefixes = [...code.matchAll(/`((?:[a-z0-9]+\.)?web\.[a-zA-Z0-9_.]*)\$\{/g)].map((match) => match[1] as string);

  it('are all there', () =>
    expect([...new Set(literal)].filter((key) => !(key in english) && !key.endsWith('.'))).toEqual([]));
  it('are all used', () => {
    const unused = own.filter(
      (key) =>
        !literal.includes(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !key.startsWith('web.error.'),
    );
    expect(unused).toEqual([]);
  });
});

describe('games', () => {
  it('are told on the start page, and have help, in every language', () => {
    for (const { id } of gamePages)
      for (const lang of languages) {
        for (const part of ['name', 'about', 'players', 'time'])
          expect(load(lang, `${id}.json`), `${lang} ${id}`).toHaveProperty([`${id}.card.${part}`]);
        expect(readdirSync(join(root, 'data/help', lang))).toContain(`${id}.md`);
      }
  });
  it('use no texts of each other', () => {
    for (const file of files.filter(
      (path) => path.includes('/src/games/') && /\.(svelte|ts)$/.test(path) && !path.endsWith('registry.ts'),
    )) {
      const used = new Set(
        [...readFileSync(file, 'utf8').matchAll(/['"`]([a-z0-9]+)\.(?:web|card|action|event|error)\.[a-z]/g)].map(
          (match) => match[1],
        ),
      );
      const index = readFileSync(`${/^.*\/src\/games\/[^/]+/.exec(file)?.[0] ?? ''}/index.ts`, 'utf8');
      const own = /\bid: '([^']+)'/.exec(index)?.[1];
      expect(
        [...used].filter((name) => name !== own),
        file,
      ).toEqual([]);
    }
  });
  it('are named nowhere but in their folders', () => {
    const named = /1840|vienna|tramways|\btw\./i;
    const shared = files.filter((file) => !file.includes('/web/src/games/') || file.endsWith('registry.ts'));
    expect(shared.filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([]);
    expect(Object.entries(load('en', 'web.json')).filter((entry) => named.test(entry.join(' ')))).toEqual([]);
  });
});
