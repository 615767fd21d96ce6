// Sharing and exploring: a link opens the same position in another browser, without a network too; what is broken says so in every
// language; variations, comments and the bot's opinion; pictures and files.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { openFile } from './matches';
import { settings, watch } from './player';
import { findPositions } from './positions';
import { serveFiles, type Served } from './servers';

const api = /\/api\//;
const mine = { botPause: 0, language: 'en', motion: 'reduced', theme: 'light', name: 'Mia' };
let served: Served | undefined;
let site = '';
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

interface MatchFile {
  actions: unknown[];
}
const found = new Map<string, MatchFile>();
async function match(game: string, moves = 60): Promise<MatchFile> {
  const key = `${game} ${moves}`;
  const known = found.get(key);
  if (known) return known;
  const [position] = await findPositions({ game, players: 3, level: 'easy', seed: 'share' }, [
    { name: game, when: (view, n) => n >= moves || view.outcome !== null },
  ]);
  found.set(key, position?.file as MatchFile);
  return position?.file as MatchFile;
}
// The link of the position on the table.
async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Share this position' }).click();
  const dialog = page.locator('[data-share-dialog]');
  await expect(dialog.locator('img')).toBeVisible({ timeout: 30_000 });
  return dialog.locator('[data-link]').inputValue();
}
async function other(browser: Browser, language = 'en', viewport = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await settings(page, { ...mine, language });
  return page;
}
const looking = (page: Page) => page.locator('header[data-moves]').first().getAttribute('data-moves');

for (const game of ['1840', 'tramways'])
  test(`a link of ${game} opens the same position in another browser, and without a network`, async ({
    page,
    browser,
  }) => {
    const watched = watch(page, api);
    await settings(page, mine);
    await openFile(page, site, await match(game));
    const link = await linkOf(page);
    expect(link.length).toBeLessThan(8000);
    await expectAccessible(page, `share ${game}`);
    await shoot(page, `share-${game}`);
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Picture (PNG)' }).click(),
    ]);
    const bytes = readFileSync(await png.path());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

    const there = await other(browser);
    await there.goto(link);
    await expect(there.locator('[data-explore]')).toBeVisible({ timeout: 30_000 });
    // In the middle of a game of several people at one device the moves before are not told in Tramways.
    expect(await looking(there)).toBe(game === '1840' ? '60' : '0');
    if (game === '1840') {
      await there.evaluate(() => navigator.serviceWorker.ready);
      await there.context().setOffline(true);
      await there.goto(`${site}#/`);
      await there.goto(link);
      await there.reload();
      await expect(there.locator('[data-explore]')).toBeVisible({ timeout: 30_000 });
      expect(await looking(there)).toBe('60');
    }
    await there.context().close();
    expect(watched.errors).toEqual([]);
  });

test('a past position is shared from the board, as far as it goes', async ({ page, browser }) => {
  await settings(page, mine);
  await openFile(page, site, await match('1840'));
  await page.getByRole('button', { name: 'One move back' }).first().click();
  await page.locator('.past').getByRole('button').click();
  const link = await page.locator('[data-link]').inputValue();
  const there = await other(browser);
  await there.goto(link);
  await expect(there.locator('[data-explore]')).toBeVisible({ timeout: 30_000 });
  expect(await looking(there)).toBe('59');
  await there.context().close();
});

test('a link that is broken, too new or hostile says so, in every language', async ({ browser }) => {
  const said: Record<string, [string, string]> = {
    en: ['The link is damaged', 'newer Remise'],
    de: ['Der Link ist beschädigt', 'neueren Remise'],
    es: ['El enlace está dañado', 'versión más nueva'],
    ru: ['Ссылка повреждена', 'более новой версии'],
  };
  for (const [language, [broken, version]] of Object.entries(said)) {
    const page = await other(browser, language);
    const watched = watch(page, api);
    await page.goto(`${site}#/p/1.AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole('alert')).toContainText(broken);
    await page.goto(`${site}#/p/2.AAAAAAAA`);
    await expect(page.getByRole('alert')).toContainText(version);
    await page.goto(`${site}#/p/`);
    await expect(page.getByRole('alert')).toContainText(broken);
    if (language === 'en') await expectAccessible(page, 'a broken link');
    expect(watched.errors).toEqual([]);
    await page.context().close();
  }
});

test('exploring: moves of one’s own and of the bot, comments, two beside each other, kept and sent', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const watched = watch(page, api);
  await settings(page, mine);
  await openFile(page, site, await match('1840'));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Explore from here' }).click();
  const card = page.locator('[data-explore]');
  await expect(card).toBeVisible({ timeout: 30_000 });
  await card.locator('[data-opinion]').click();
  const advice = card.locator('[data-advice]');
  await expect(advice.locator('li').first()).toBeVisible({ timeout: 60_000 });
  const first = Number(await advice.getAttribute('data-advice'));
  await expect
    .poll(async () => Number(await advice.getAttribute('data-advice')), { timeout: 60_000 })
    .toBeGreaterThan(first);
  await expectAccessible(page, 'explore');
  await shoot(page, 'explore-1840');
  // Playing one of them makes a variation, and the opinion is about what comes next.
  await advice.locator('li button').first().click();
  await expect(card.locator('[data-variation="0"]')).toHaveAttribute('aria-current', 'true');
  await card.locator('[data-variation="-1"]').click();
  await expect(page.locator('header[data-moves="60"]')).toBeVisible();
  await expect(advice.locator('li').nth(1)).toBeVisible({ timeout: 60_000 });
  await advice.locator('li button').nth(1).click();
  await expect(card.locator('[data-variation="1"]')).toHaveAttribute('aria-current', 'true');
  await card.getByLabel('Comment on this position').fill('Why not this?');
  await card.locator('[data-opinion]').click();
  await card.locator('[data-mark]').click();
  await card.locator('[data-variation="0"]').click();
  await card.locator('[data-compare]').click();
  await expect(card.locator('[data-compared] table')).toBeVisible({ timeout: 90_000 });
  await expectAccessible(page, 'compared');
  await shoot(page, 'explore-compared');
  // It is kept on the device.
  await page.waitForTimeout(500);
  await page.reload();
  await expect(card.locator('[data-variation="1"]')).toBeVisible({ timeout: 30_000 });
  await card.locator('[data-variation="1"]').click();
  await expect(card.getByLabel('Comment on this position')).toHaveValue('Why not this?');
  await page.keyboard.press('[');
  await expect(card.locator('[data-variation="-1"]')).toHaveAttribute('aria-current', 'true');
  // Sent with all of it, to a phone.
  await card.locator('[data-share]').click();
  const link = await page.locator('[data-link]').inputValue();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('[data-file]').click()]);
  const phone = await other(browser, 'en', { width: 390, height: 844 });
  await phone.goto(link);
  const folded = phone.locator('[data-explore]');
  await folded.getByRole('button', { name: 'Unfold' }).click({ timeout: 30_000 });
  await expect(folded.locator('[data-variation="1"]')).toBeVisible();
  await expectAccessible(phone, 'explore on a phone');
  await shoot(phone, 'explore-phone');
  await folded.locator('[data-keep]').click();
  await expect(phone).toHaveURL(/#\/explore\//);
  await phone.goto(`${site}#/explore`);
  await expect(phone.locator('a[href^="#/explore/"]')).toHaveCount(1);
  await expectAccessible(phone, 'explorations');
  await phone.locator('input[type=file]').setInputFiles(await saved.path());
  await expect(phone.locator('[data-explore]')).toBeVisible({ timeout: 30_000 });
  await phone.context().close();
  expect(watched.errors).toEqual([]);
});

test('the laboratory of routes: a board by taps, the best route, and what each hex would add', async ({ page }) => {
  const watched = watch(page, api);
  await settings(page, mine);
  const board = readFileSync(join(import.meta.dirname, '../../../docs/examples/early.board'), 'utf8');
  await page.addInitScript((text) => localStorage.setItem('remise.laboratory.1840', text), board);
  await page.goto(`${site}#/laboratory/1840`);
  const lab = page.locator('[data-laboratory]');
  const value = async () => Number(await lab.locator('[data-route]').getAttribute('data-route'));
  await expect.poll(value, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = await value();
  // What is said to add most does so, by taps alone.
  const best = lab.getByRole('button', { name: /^[A-K]\d+ \+\d+$/ }).first();
  const gain = Number((await best.textContent())?.split('+')[1]);
  await best.click();
  const tile = lab.locator('[data-tile]').filter({ hasText: `+${gain}` });
  if (await tile.count()) await tile.first().click();
  else await lab.locator('[data-mark]').click();
  await expect.poll(value).toBe(before + gain);
  await expectAccessible(page, 'laboratory');
  await shoot(page, 'laboratory');
  await lab.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(value).toBe(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'laboratory on a phone');
  await shoot(page, 'laboratory-phone');
  expect(watched.errors).toEqual([]);
});
