// What the page finds of its games, so that nothing lists them by hand:
//   virtual:games           web/src/games/NAME/index.ts of every root
//   virtual:games/texts     their catalogues, data/locale/LANG/NAME.json, each loaded when it is asked for
//   virtual:games/help      their help pages, data/help/LANG/NAME.md, likewise
//   virtual:games/rulings   how their rules are read, docs/rulings-NAME.md, likewise
//   virtual:games/lessons   courses and chapters, data/learn/NAME/*.json, likewise
//   virtual:games/puzzles   puzzles and their matches, data/puzzles/NAME/*.json, likewise
//   virtual:games/rules     which rules there are, data/rules/NAME.json, likewise
//   virtual:games/cards     by language: the few texts of every game that the start page shows ("NAME.card.about")
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { patterns, roots } from './roots.ts';

const name = 'virtual:games';
const languages = ['en', 'de', 'es', 'ru'];

const found = (below: string, options: object) =>
  `export default import.meta.glob(${JSON.stringify(patterns(below))}, ${JSON.stringify(options)});`;

function cardsOf(lang: string, watch: (file: string) => void): Record<string, string> {
  const cards: Record<string, string> = {};
  for (const folder of roots.map((root) => resolve(root, 'data/locale', lang)).filter(existsSync))
    for (const file of readdirSync(folder)
      .filter((entry) => entry.endsWith('.json'))
      .sort()) {
      const path = resolve(folder, file);
      watch(path);
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
      for (const [key, text] of Object.entries(texts)) if (/^[^.]+\.card\./.test(key)) cards[key] = text;
    }
  return cards;
}

export function games(): Plugin {
  return {
    name: 'remise-games',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${name}`)) return null;
      const [part, lang] = id.slice(name.length + 2).split('/');
      if (!part) return found('web/src/games/*/index.ts', { eager: true, import: 'default' });
      if (part === 'texts') return found('data/locale/*/*.json', { import: 'default' });
      if (part === 'help') return found('data/help/*/*.md', { import: 'default' });
      if (part === 'lessons') return found('data/learn/*/*.json', { import: 'default' });
      if (part === 'puzzles') return found('data/puzzles/*/*.json', { import: 'default' });
      if (part === 'rules') return found('data/rules/*.json', { import: 'default' });
      if (part === 'rulings') return found('docs/rulings-*.md', { import: 'default' });
      if (lang) return `export default ${JSON.stringify(cardsOf(lang, (file) => this.addWatchFile(file)))};`;
      const loaders = languages.map(
        (each) => `${each}: () => import('${name}/cards/${each}').then((cards) => cards.default)`,
      );
      return `export default { ${loaders.join(', ')} };`;
    },
  };
}
