// "Why not?" where a newcomer would touch wrongly: every answer is about what was touched, and its rule's number leads to the rule.
import { expect, test, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchView } from '../../src/table/contract';
import { openFile, uncovered } from './matches';
import { longUnless, settings, watch } from './player';
import { findPositions, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';

let served: Served | undefined;
let site = '';
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

const results = join(import.meta.dirname, '../../test-results');
const written: string[] = [];
const phase = (view: MatchView) => String((view.state as { phase?: string }).phase ?? '');
const round = (view: MatchView) => Number((view.state as { round?: number }).round ?? 0);
const when = (name: string, is: (view: MatchView) => boolean): Wanted => ({ name, when: is });

// What the box says; it leads to a rule that is there, and goes with the next press.
async function answer(page: Page, language: string, touched: string): Promise<string> {
  const box = page.locator('.pop.why');
  await expect(box, touched).toBeVisible();
  await expect(box.locator('p'), touched).toBeVisible();
  const said = (await box.innerText()).replace(/\n+/g, ' | ');
  written.push(`${language}  ${touched}: ${said}`);
  expect(said, touched).not.toMatch(/undefined|null|\{|NaN|\d+:\d|action\.|still to be chosen/);
  return said;
}

async function ruleIsThere(page: Page, touched: string): Promise<void> {
  const link = page.locator('.pop.why a');
  await expect(link, touched).toHaveAttribute('href', /#\/rules\//);
  const rule = /[IVX\dR][\dIVX.]*$/.exec(await link.innerText())?.[0] ?? '';
  await link.click();
  const named = page.locator(`aside.rules li[data-rule="${rule}"][aria-current=true]`);
  await expect(named, `${touched}: ${rule}`).toBeInViewport();
  await expect(named.locator('span'), `${touched}: ${rule}`).toHaveText(/\S{2}/);
  await page.keyboard.press('Escape');
}

// Up to `most` squares that are not lit, of as many kinds as there are.
const unlit = (page: Page, attribute: string, most: number) =>
  page.evaluate(
    ([name, n]) => {
      const kinds = new Map<string, string[]>();
      const lit = new Set(
        [...document.querySelectorAll(`.can[data-${name}]`)].map((one) => one.getAttribute(`data-${name}`)),
      );
      for (const element of document.querySelectorAll(`[data-${name}]`)) {
        const id = element.getAttribute(`data-${name}`) ?? '';
        if (lit.has(id)) continue;
        const kind = element.innerHTML.replace(/[\d.,-]+/g, '').slice(0, 400);
        kinds.set(kind, [...(kinds.get(kind) ?? []), id]);
      }
      const lists = [...kinds.values()];
      const picked: string[] = [];
      for (let i = 0; picked.length < Number(n) && lists.some((list) => list[i]); ++i)
        for (const list of lists) if (list[i] && picked.length < Number(n)) picked.push(list[i] as string);
      return picked;
    },
    [attribute, most] as const,
  );

async function tramways(page: Page, found: Found[], language: string, rules: boolean): Promise<void> {
  for (const { name, file } of found) {
    await openFile(page, site, file);
    await uncovered(page);
    const closed = page.locator('[data-closed]');
    for (let i = 0; i < (await closed.count()); ++i) {
      const kind = closed.nth(i);
      const touched = `${name}, ${(await kind.innerText()).split('\n')[0] ?? ''}`;
      await kind.click();
      await answer(page, language, touched);
      if (rules) await ruleIsThere(page, touched);
      await page.keyboard.press('Escape');
    }
    for (const kind of [null, 'lay_track', 'move_passenger', 'build', 'upgrade_building', 'upgrade_link']) {
      await page.keyboard.press('Escape');
      const offer = page.locator(`[data-offer=${kind ?? ''}]`);
      if (kind) {
        if (!(await offer.count())) continue;
        await offer.first().click();
        await page.waitForTimeout(80);
      }
      for (const field of await unlit(page, 'field', 4)) {
        await page.locator(`svg.map [data-field="${field}"]`).first().dispatchEvent('click');
        const said = await answer(page, language, `${name}, ${kind ?? 'nothing chosen'}, ${field}`);
        const [x = 0, y = 0] = field.split(',').map(Number);
        if (kind !== 'upgrade_link')
          expect(said).toMatch(new RegExp(`${x + 1}${String.fromCharCode(97 + y)}|[A-Z]\\d`));
      }
    }
  }
}

for (const language of ['en', 'de', 'es', 'ru']) {
  const tag = longUnless(language === 'en');
  test(`@long Tramways: what cannot be touched says why (${language})`, async ({ page }) => {
    test.setTimeout(400_000);
    await settings(page, { botPause: 0, language, motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    const found = await findPositions({ game: 'tramways', players: 3, level: 'medium', seed: 'why' }, [
      when('first turn', (view) => phase(view) === 'act1' && round(view) === 1),
      when('later turn', (view) => phase(view) === 'act2' && round(view) === 4),
    ]);
    await tramways(page, found, language, language === 'en');
    writeFileSync(join(results, `whynot-tramways-${language}.txt`), written.splice(0).join('\n'));
    expect(watched.errors).toEqual([]);
  });

  test(`${tag}1840: what cannot be touched says why (${language})`, async ({ page }) => {
    test.setTimeout(400_000);
    await settings(page, { botPause: 0, language, motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    const building = (view: MatchView) => view.legal.some((action) => action.type === 'lay_tile');
    const found = await findPositions({ game: '1840', players: 3, level: 'easy', seed: 'why' }, [
      when('first tile', building),
      when('later tile', (view) => building(view) && view.n > 250),
    ]);
    expect(found.length).toBe(2);
    for (const { name, file } of found) {
      await openFile(page, site, file);
      await uncovered(page);
      for (const [i, hex] of (await unlit(page, 'hex', 10)).entries()) {
        await page.locator(`svg.map g[data-hex="${hex}"]`).first().dispatchEvent('click');
        const said = await answer(page, language, `${name}, ${hex}`);
        expect.soft(said).toContain(hex);
        if (language === 'en' && i < 2) await ruleIsThere(page, hex);
        await page.keyboard.press('Escape');
      }
    }
    writeFileSync(join(results, `whynot-1840-${language}.txt`), written.splice(0).join('\n'));
    expect(watched.errors).toEqual([]);
  });
}
