// Sharing and exploring: a link opens the same position in another browser, without a network too; what is broken says so in every
// language; variations, comments and the bot's opinion; pictures and files.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { openFile } from './matches';
import { longUnless, settings, watch } from './player';
import { findPositions } from './positions';
import { serveFiles, serveMatches, type Served } from './servers';

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
  test(`${longUnless(game === 'tramways')}a link of ${game} opens the same position in another browser, and without a network`, async ({
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
    const [webp] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Picture (WebP)' }).click(),
    ]);
    const small = readFileSync(await webp.path());
    expect([small.toString('latin1', 0, 4), small.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);

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
  await page.locator('.chip.past').getByRole('button').click();
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
  // It thinks on, up to the last of its rounds.
  await expect(advice).toHaveAttribute('data-advice', '60000', { timeout: 60_000 });
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

test('@long a video of the match plays: as long as it must be, every position in it', async ({ page }) => {
  const watched = watch(page, api);
  await settings(page, mine);
  const moves = 8;
  await openFile(page, site, await match('1840', moves));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Share this position' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.locator('[data-film]').click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`remise-1840-${moves}.webm`);
  const bytes = readFileSync(await saved.path()).toString('base64');
  const film = await page.evaluate(async (base64) => {
    const video = document.createElement('video');
    video.muted = true;
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    video.src = URL.createObjectURL(new Blob([data], { type: 'video/webm' }));
    await new Promise((resolve, reject) => {
      video.onloadedmetadata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    const ended = new Promise((resolve) => (video.onended = resolve));
    await video.play();
    await ended;
    const { duration, videoWidth, videoHeight } = video;
    return { duration, videoWidth, videoHeight, frames: video.getVideoPlaybackQuality().totalVideoFrames };
  }, bytes);
  expect([film.videoWidth, film.videoHeight]).toEqual([1200, 630]);
  // Recorded as it is drawn: a busy machine leaves out frames and the pauses between them.
  expect(film.duration).toBeGreaterThan(0.5);
  expect(film.frames).toBeGreaterThanOrEqual(moves / 2);
  expect(watched.errors).toEqual([]);
});

test('a position is taken to the laboratory of routes', async ({ page }) => {
  const watched = watch(page, api);
  await settings(page, mine);
  await openFile(page, site, await match('1840', 200));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Explore from here' }).click();
  await page.locator('[data-explore]').getByRole('button', { name: 'Route laboratory' }).click();
  const lab = page.locator('[data-laboratory]');
  await expect(lab.locator('[data-route]')).toBeVisible({ timeout: 30_000 });
  // The tiles of the match lie there.
  const kept = await page.evaluate(() => localStorage.getItem('remise.laboratory.1840') ?? '');
  expect(kept.match(/^tile /gm)?.length ?? 0, kept).toBeGreaterThan(5);
  expect(watched.errors).toEqual([]);
});

for (const game of ['1840', 'tramways'])
  test(`${longUnless(game === '1840')}the result of ${game} says where it came from, and the sums are the result`, async ({
    page,
  }) => {
    const watched = watch(page, api);
    await settings(page, mine);
    await openFile(page, site, await match(game, Infinity));
    const rows = page.locator('[data-sources] [data-source-sum]');
    await expect(rows).toHaveCount(3, { timeout: 30_000 });
    const sums = await rows.evaluateAll((list) => list.map((row) => Number(row.getAttribute('data-source-sum'))));
    const results = await page
      .locator(game === '1840' ? '[data-result] .sum' : '[data-score] [data-sum]')
      .evaluateAll((list) => list.map((one) => Number(one.textContent)));
    expect(sums).toEqual(results);
    await expectAccessible(page, `result of ${game}`);
    await shoot(page, `result-${game}`);
    expect(watched.errors).toEqual([]);
  });

test('@long the card of an exploration covers neither board nor ledger', async ({ page }) => {
  await settings(page, mine);
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const game of ['1840', 'tramways']) {
    await openFile(page, site, await match(game));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Explore from here' }).click();
    const card = page.locator('[data-explore]');
    await card.locator('[data-opinion]').click();
    await expect(card.locator('[data-advice] li').first()).toBeVisible({ timeout: 60_000 });
    const [left, right] = [await page.locator('main .left').boundingBox(), await card.boundingBox()];
    expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0) - 1);
    expect(right?.height).toBeGreaterThan(250);
    await shoot(page, `explore-${game}-1280`);
  }
});

// A table of a server with one person and a bot, begun.
async function hosted(page: Page, address: string, open: boolean): Promise<void> {
  await page.goto(`${address}#/new/1840`);
  await page.getByLabel('Your name').fill('Mia');
  await page.getByRole('combobox', { name: 'Players' }).first().selectOption('2');
  await page.getByLabel('Seat 2').selectOption('bot');
  const listed = page.getByRole('checkbox', { name: 'Show among the open tables' });
  await listed.setChecked(open);
  await page.getByRole('button', { name: 'Create the table' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('#turn-title')).toBeVisible({ timeout: 30_000 });
}

test('a table of a server has a short link; a private one asks first', async ({ page, browser }) => {
  const server = await serveMatches(process.env.REMISE_SERVER ?? '', join(import.meta.dirname, '../../dist'));
  try {
    const watched = watch(page);
    await settings(page, mine);
    await hosted(page, server.site, true);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Share this position' }).click();
    const dialog = page.locator('[data-share-dialog]');
    const link = await dialog.locator('[data-link]').inputValue();
    expect(link).toMatch(/\/t\/[\w-]+(\/\d+)?$/);
    expect(link.length).toBeLessThan(80);
    await expect(dialog.locator('[data-agree]')).toHaveCount(0);
    const preview = await (await page.request.get(link)).text();
    expect(preview).toContain('og:image');
    const picture = await page.request.get(/og:image" content="([^"]+)"/.exec(preview)?.[1] ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
    const there = await other(browser);
    const seen = watch(there);
    await there.goto(link);
    await expect(there.locator('header[data-moves]').first()).toBeVisible({ timeout: 30_000 });
    expect(await looking(there)).toBe(await looking(page));
    expect(seen.errors).toEqual([]);
    await there.context().close();

    await hosted(page, server.site, false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Share this position' }).click();
    await expect(dialog).toContainText('This table is private');
    await expect(dialog.locator('[data-link]')).toHaveCount(0);
    await expectAccessible(page, 'a private table is shared');
    await dialog.locator('[data-agree]').click();
    const secret = await dialog.locator('[data-link]').inputValue();
    expect(await (await page.request.get(secret)).text()).not.toContain('og:image');
    expect(watched.errors).toEqual([]);
  } finally {
    await server.stop();
  }
});
