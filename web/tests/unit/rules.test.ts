// The rules at hand: every number a refusal or a chapter names opens, every decision has help of its own, and every symbol has an
// entry in the legend; all in four languages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/engine/wasi';
import type { RulesIndex } from '../../src/frame/rules.svelte';
import { gamePage } from '../../src/games/registry';
import type { Action, MatchState, MatchView } from '../../src/table/contract';
import { settled } from '../../src/table/contract';
import { ruleNumbers } from './rule_numbers';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const games = [
  { game: '1840', folder: 'vienna1840', steps: /Steps: ([\s\S]*?)\.\n\n/ },
  { game: 'tramways', folder: 'tramways', steps: /Phases: (.*?) \|/ },
];
const index = (game: string) => JSON.parse(read(`data/rules/${game}.json`)) as RulesIndex;
const controls = ['rotate-cw', 'rotate-ccw', 'lock', 'layers']; // buttons with a name of their own

describe.each(games)('rules of $game', ({ game, folder, steps }) => {
  const { rules, steps: help, legend } = index(game);
  it('can be opened under every number that a refusal names', () => {
    const named = [...read(`src/games/${folder}/refusal.h`).matchAll(/\bX\(\w+, "([^"]+)"/g)].map((match) => match[1]);
    expect(named.length).toBeGreaterThan(40);
    expect([...new Set(named)].filter((rule) => !rules.includes(rule as string))).toEqual([]);
    expect(rules).toEqual(ruleNumbers(game));
  });
  it('stand behind what the log tells, under numbers that open', () => {
    const told = [...read(`src/games/${folder}/event.h`).matchAll(/\b(?:X|REVEALING)\((\w+), "([^"]*)"/g)];
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter(([, , rule]) => !rules.includes(rule as string)).map(([, kind]) => kind)).toEqual([]);
    expect(index(game).log).toEqual(Object.fromEntries(told.map(([, kind, rule]) => [kind, rule])));
  });
  it('have a text for every ruling, and for every section a ruling names', () => {
    const rows = read(`docs/rulings-${game}.md`).split('\n## Places')[0]?.split('\n## Decided')[0] ?? '';
    const cells = rows
      .split('\n')
      .flatMap((row) => (row.startsWith('| ') ? [row.split('|').map((cell) => cell.trim())] : []));
    const named = cells.flatMap((row) => (game === '1840' ? [row[1] ?? ''] : (row.at(-2) ?? '').split(', ')));
    const numbers = [...new Set(named)].filter((number) => /^(R\d+|\d+(\.\d+)*)$/.test(number));
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter((number) => !rules.includes(number))).toEqual([]);
  });
  it.each(['en', 'de', 'es', 'ru'])('stand under every number that a text shows in %s', (lang) => {
    const texts = readdirSync(join(root, `data/locale/${lang}`))
      .filter((file) => file.startsWith(game))
      .flatMap((file) => Object.entries(JSON.parse(read(`data/locale/${lang}/${file}`)) as Record<string, string>));
    texts.push(['help', read(`data/help/${lang}/${game}.md`)]);
    expect(texts.length).toBeGreaterThan(400);
    const shown = texts.flatMap(([key, text]) =>
      [...text.matchAll(/\bR\d+[a-z]?\b|\b(?:VI{0,3}|IX|XI?)\.\d+(?:\.\d+)*|(?<![\d.,$])\d+(?:\.\d+)+(?![\d%])/g)].map(
        (match) => [key, match[0]] as const,
      ),
    );
    expect(shown.filter(([, number]) => !rules.includes(number))).toEqual([]);
  });
  it('have a paragraph for every decision, and rules that are there', () => {
    const listed = [...(steps.exec(read(`docs/views-${game}.md`))?.[1] ?? '').matchAll(/`([\w.]+)`/g)].map(
      (match) => match[1],
    );
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter((step) => !(String(step) in help))).toEqual([]);
    for (const [step, numbers] of Object.entries(help)) {
      expect(numbers.length, step).toBeGreaterThan(0);
      expect(numbers.filter((rule) => !rules.includes(rule))).toEqual([]);
    }
    expect(rules.filter((rule) => !Object.values(help).flat().includes(rule))).toEqual([]);
  });
  it.each(['en', 'de', 'es', 'ru'])('are all told in %s', (lang) => {
    const texts = JSON.parse(read(`data/locale/${lang}/${game}-rules.json`)) as Record<string, string>;
    const wanted = [
      ...rules.map((rule) => `${game}.rule.${rule}`),
      ...Object.keys(help).map((step) => `${game}.help.${step}`),
      ...legend.map((name) => `${game}.legend.${name}`),
    ];
    expect(Object.keys(texts).sort()).toEqual(wanted.sort());
  });
  it('have a legend of every symbol', () => {
    const drawn = readdirSync(join(root, `web/src/games/${folder}/icons`)).map((name) => name.replace('.svg', ''));
    const shared = readdirSync(join(root, 'web/src/icons')).map((name) => name.replace('.svg', ''));
    expect(drawn.filter((name) => !legend.includes(name) && !controls.includes(name))).toEqual([]);
    expect(legend.filter((name) => !drawn.includes(name) && !shared.includes(name))).toEqual([]);
  });
  it('have help for whatever is met in play', async () => {
    const call = await loadEngine(readFileSync(join(root, 'web/public/engine.wasm')));
    const ask = <T>(request: object) => (JSON.parse(call(JSON.stringify(request))) as { ok: T }).ok;
    const met = new Set<string>();
    for (const players of [gamePage(game)?.players[0] ?? 2, 3]) {
      const match = ask<number>({ op: 'start', game, setup: { players, seed: `rules-${players}` } });
      for (let state = ask<MatchState>({ op: 'state', match }); ;) {
        const seat = state.to_act[0];
        const view = ask<MatchView>({ op: 'view', match, viewer: seat ?? 0 });
        met.add(gamePage(game)?.step?.(view) ?? '');
        if (seat === undefined) break;
        const action = ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: 'x' });
        state = ask<MatchState>({ op: 'play', match, seat, action: settled(action) });
      }
      ask({ op: 'drop', match });
    }
    expect(met.size).toBeGreaterThan(8);
    expect([...met].filter((step) => !(step in help))).toEqual([]);
  });
});
