// A game of a further root, found by the build of the page, of the engine and of the server (docs/adding-a-game.md): played to
// its end without a server, and at one. REMISE_THIRD names the server program with that game.
import { expect, test, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { playOn, settings, watch } from './player';
import { serveFiles, serveMatches, type Served } from './servers';

const root = join(import.meta.dirname, '../../..');
const dist = join(root, 'build/third/dist');
const program = process.env.REMISE_THIRD ?? join(root, 'build/dev/tests/remise_third');
let served: Served | undefined;

test.beforeAll(() => {
  for (const file of [join(dist, 'index.html'), program])
    expect(existsSync(file), `${file} is missing: build it first`).toBe(true);
});
test.beforeEach(({ page }) => settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' }));
test.afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function playToTheEnd(page: Page, where: string): Promise<void> {
  await expect(page.locator('#turn-title')).toBeVisible();
  await expectAccessible(page, where);
  await shoot(page, where);
  expect(await playOn(page, 3)).toBeGreaterThan(2);
  await expect(page.getByRole('heading', { name: /^Winners: / })).toBeVisible();
  // In the log; a caption says a move of the bot too for a moment, then it goes.
  await expect(page.getByRole('button', { name: /; 0 are left\.$/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '; 0 are left.' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: '0 sticks left' })).toBeAttached();
}

test('a third game without a server, against a bot', async ({ page }) => {
  served = await serveFiles(dist);
  const { site } = served;
  const watched = watch(page, /\/api\//);
  await page.goto(site);
  await expect(page.locator('article[data-game]')).toHaveCount(3);
  await page.locator('article[data-game=sticks]').getByRole('button', { name: 'Play now' }).click();
  await playToTheEnd(page, 'sticks-device');
  await page.goto(site);
  await expect(page.getByRole('link', { name: /Sticks · with \w+ · on this device .*Mia.* finished/ })).toBeVisible();
  expect(watched.errors).toEqual([]);
});

test('a third game at a server', async ({ page }) => {
  served = await serveMatches(program, dist);
  const { site } = served;
  const watched = watch(page);
  await page.goto(`${site}#/new/sticks`);
  await page.getByLabel('Seat 2').selectOption('bot');
  await page.getByRole('button', { name: 'Create the table' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await playToTheEnd(page, 'sticks-server');
  expect(watched.errors).toEqual([]);
});
