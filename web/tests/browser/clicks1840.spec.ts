// A list with every kind of action of 1840 and every way in which it comes about (tests/unit/vienna_kinds.ts), each made in the page
// through clicks alone. In the fast tests those that bots seldom make.
import { expect, test } from '@playwright/test';
import type { MatchView } from '../../src/table/contract';
import { sameAction } from '../../src/games/vienna1840/turn/steps';
import { ask, wakeEngine } from '../unit/real_engine';
import { exampleList, wanted } from '../unit/vienna_kinds';
import { Maker1840 } from './composing1840';
import { openFile, played, uncovered } from './matches';
import { settings, watch } from './player';
import { serveFiles, type Served } from './servers';

let served: Served | undefined;
test.beforeAll(async () => {
  served = await serveFiles();
});
test.afterAll(() => served?.stop());

const seldom = ['tile: either circle', 'marker: second circle', 'tram: loans', 'run: claimed'];
for (const [title, only] of [
  ['what bots of 1840 seldom do', seldom],
  ['@long every kind of action of 1840', wanted],
] as const)
  test(`${title}, made through clicks alone`, async ({ page }) => {
    test.setTimeout(900_000);
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    await wakeEngine();
    const list = exampleList(only);
    const met = new Set<string>();
    for (const { tags, file, seat, action } of list)
      await test.step(`${tags.join(', ')}: ${JSON.stringify(action)}`, async () => {
        const match = ask<number>({ op: 'load', file });
        const view = ask<MatchView>({ op: 'view', match, viewer: seat });
        await openFile(page, served?.site ?? '', file);
        await uncovered(page);
        await new Maker1840(page).make(action, view);
        const done = await played(page, view.n + 1);
        expect(sameAction(done, action), `${JSON.stringify(done)} instead of ${JSON.stringify(action)}`).toBe(true);
        ask({ op: 'drop', match });
        for (const tag of tags) met.add(tag);
      });
    console.log(`${list.length} actions: ${[...met].join(', ')}`);
    expect(only.filter((tag) => !met.has(tag))).toEqual([]);
    expect(watched.errors).toEqual([]);
  });
