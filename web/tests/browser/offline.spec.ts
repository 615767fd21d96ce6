// The client on its own: plain files, the engine in a worker, and at last no network at all.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expectAccessible, shoot } from './axe';
import { games } from './games';
import { act, longUnless, openLog, playOn, settings, watch } from './player';
import { serveFiles, type Served } from './servers';

const api = /\/api\//; // there is no server: these requests fail, and the page lives with it
let served: Served | undefined; // each worker serves for itself
let site = '';

test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());
test.beforeEach(({ page }) => settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' }));

async function playNow(page: Page, game: string, bots?: number): Promise<void> {
  await page.goto(site);
  const card = page.locator(`article[data-game="${game}"]`);
  if (bots !== undefined) await card.locator('select').first().selectOption(String(bots));
  await card.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('#turn-title')).toBeVisible();
}

test('start page and settings', async ({ page }) => {
  const watched = watch(page, api);
  await page.goto(site);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two tram games, one depot');
  await expect(page.locator('article svg.map').first()).toBeAttached();
  await expectAccessible(page, 'start');
  await shoot(page, 'start');
  await page.goto(`${site}#/new/${games[0]}`);
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
  await expectAccessible(page, 'new table');
  await shoot(page, 'new');
  await page.goto(`${site}#/settings`);
  await expectAccessible(page, 'settings');
  await shoot(page, 'settings');
  for (const game of games) {
    await page.goto(`${site}#/rules/${game}`);
    await expect(page.locator('article h1')).toBeVisible();
    await expectAccessible(page, `how to play ${game}`);
    await shoot(page, `rules-${game}`);
  }
  expect(watched.errors).toEqual([]);
});

test('an address that means nothing leads to the start', async ({ page }) => {
  const watched = watch(page, api);
  await page.goto(`${site}#/%zz`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two tram games, one depot');
  expect(watched.errors).toEqual([]);
});

test('bots that fail do not stop the match', async ({ page }) => {
  // The engine's thread, in which no bot finds a move.
  await page.route(/assets\/worker-.*\.js/, async (route) => {
    const response = await route.fetch();
    const failing = `addEventListener('message', (event) => {
      if (!String(event.data.request).includes('"op":"choose"')) return;
      event.stopImmediatePropagation();
      postMessage({ id: event.data.id, failure: 'unreachable executed' });
    });\n`;
    await route.fulfill({ response, body: failing + (await response.text()) });
  });
  const watched = watch(page, api);
  await playNow(page, 'tramways', 2);
  await playOn(page, 5, { moves: 3 });
  await expect(page.getByText('A bot failed.')).toBeVisible();
  const drawn = 'The bot failed; this move was drawn at random.';
  await expect((await openLog(page)).getByText(drawn).first()).toBeVisible();
  await expectAccessible(page, 'a failed bot');
  await page.reload();
  await expect(page.locator('#turn-title')).toBeVisible();
  await expect((await openLog(page)).getByText(drawn).first()).toBeVisible();
  expect(watched.errors).toEqual([]);
});

for (const game of games)
  test(`${longUnless(game === 'tramways')}${game}: play, undo, history, language, phone`, async ({ page }) => {
    const watched = watch(page, api);
    await playNow(page, game);
    await playOn(page, 7, { moves: 12 });
    await expectAccessible(page, `${game} table`);
    await shoot(page, `${game}-table`);

    // Undo takes one's own last move back, and redo plays it again.
    const header = page.locator('header[data-moves]');
    await expect(page.locator('#turn-title')).toBeVisible();
    const before = Number(await header.getAttribute('data-moves'));
    await page.keyboard.press('u');
    await expect.poll(async () => Number(await header.getAttribute('data-moves'))).toBeLessThan(before);

    // History by keyboard, and back.
    await page.keyboard.press('Home');
    await expect(page.getByText('You are looking at an earlier moment.')).toBeVisible();
    await page.keyboard.press('.');
    await expect(header).toHaveAttribute('data-looking', '1');
    await page.keyboard.press('End');
    await expect(page.getByText('You are looking at an earlier moment.')).toBeHidden();

    // Another language, everywhere at once; the menu closes with each choice.
    await openLog(page);
    const speak = async (menu: string, language: string) => {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('button', { name: language, exact: true }).click();
      await expect(page.getByRole('button', { name: language, exact: true })).toBeHidden();
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase());
    };
    await speak('Menu', 'DE');
    await expect(page.getByRole('region', { name: 'Protokoll', exact: true })).toBeVisible();
    await speak('Menü', 'RU');
    await expect(page.getByRole('region', { name: 'Журнал', exact: true })).toBeVisible();
    await shoot(page, `${game}-russian`);
    await speak('Меню', 'EN');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page, `${game}, menu`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, `${game}, keys`);
    await page.getByRole('button', { name: 'Close' }).click();

    // A phone: tabs instead of columns, nothing wider than the screen.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('tablist')).toBeVisible();
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    await page.getByRole('tab').first().click();
    await expectAccessible(page, `${game} phone`);
    await shoot(page, `${game}-phone`);
    await playOn(page, 8, { moves: 3 });
    await page.setViewportSize({ width: 800, height: 1000 });
    await shoot(page, `${game}-tablet`);
    expect(watched.errors).toEqual([]);
  });

test('who looks back stays there while bots move', async ({ page }) => {
  const watched = watch(page, api);
  // Bots that take their time: they are still at it when one looks back.
  await page.addInitScript(() =>
    localStorage.setItem(
      'remise.settings',
      JSON.stringify({ ...(JSON.parse(localStorage.getItem('remise.settings') ?? '{}') as object), botPause: 300 }),
    ),
  );
  await playNow(page, '1840', 5);
  const header = page.locator('header[data-moves]');
  const length = async () => Number(await header.getAttribute('data-moves'));
  const mine = page.locator('.turn.mine');
  await expect(mine).toBeVisible();
  const start = await length();
  await expect(async () => {
    if (await mine.isVisible()) await act(page, 0.3);
    expect(await length()).toBeGreaterThan(start);
  }).toPass({ intervals: [5] });
  // One's own move is made, five bots follow; back to the start at once.
  await page.keyboard.press('Home');
  await expect(header).toHaveAttribute('data-looking', '0');
  const before = await length();
  await expect.poll(length).toBeGreaterThan(before + 1);
  await expect(header).toHaveAttribute('data-looking', '0');
  await expect(page.getByText('You are looking at an earlier moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).first().click();
  await expect
    .poll(async () => (await header.getAttribute('data-looking')) === (await header.getAttribute('data-moves')))
    .toBe(true);
  expect(watched.errors).toEqual([]);
});

test('a match as a file: export, import, what if', async ({ page }) => {
  const watched = watch(page, api);
  await playNow(page, '1840');
  await playOn(page, 3, { moves: 6 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the game file' }).click(),
  ]);
  const path = await download.path();
  expect((JSON.parse(readFileSync(path, 'utf8')) as { format: string }).format).toBe('remise-match-1');
  await page.goto(site);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'my match.json', mimeType: 'application/json', buffer: readFileSync(path) });
  await expect(page.locator('#turn-title')).toBeVisible();
  expect(Number(await page.locator('header[data-moves]').getAttribute('data-moves'))).toBeGreaterThan(5);
  // Keys in quick succession count from the position meant, not from the one that happens to be drawn.
  await page.keyboard.press('Home');
  await page.keyboard.press('.');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /What if/ }).click();
  await expect(page.locator('header[data-moves]')).toHaveAttribute('data-moves', '1');
  await expect(page.locator('header[data-moves]')).toHaveAttribute('data-looking', '1');
  // A game of 18xx.games: its moves become ours.
  const bids = [1, 2, 3, 4, 5].map((entity, i) => ({
    type: 'bid',
    entity,
    entity_type: 'player',
    id: i + 1,
    company: 'SB',
    price: 30 + 5 * i,
  }));
  const foreign = {
    id: 1,
    title: '1840',
    players: [1, 2, 3, 4, 5].map((id) => ({ id, name: `Player ${id}` })),
    settings: { seed: 2124318788, optional_rules: [] },
    status: 'active',
    actions: bids,
  };
  await page.goto(site);
  await page.locator('input[type=file]').setInputFiles({
    name: 'foreign.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(foreign)),
  });
  await expect(page.locator('header[data-moves]')).toHaveAttribute('data-moves', '5');
  await expect((await openLog(page)).getByText(/bids? 50\u00a0G for Schloss Belvedere/)).toBeVisible();
  await page.goto(site);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"game":"chess"}') });
  await expect(page.getByRole('alert')).toBeVisible();
  expect(watched.errors).toEqual([]);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after the first visit it plays without a network', async ({ page, context }) => {
    await page.goto(site);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(
      async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null,
    );
    await context.setOffline(true);
    const watched = watch(page, api);
    await page.reload();
    await playNow(page, 'tramways');
    await playOn(page, 5, { moves: 4 });
    expect(watched.errors).toEqual([]);
    // A link to a table of a server leads to the kept page, which asks for it where the page lies.
    const asked: string[] = [];
    page.on('requestfailed', (request) => asked.push(new URL(request.url()).pathname));
    page.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    for (const link of ['t/AAAAAAAAAAAAAAAA', 't/AAAAAAAAAAAAAAAA/7']) {
      await page.goto(`${site}${link}`);
      await expect(page).toHaveURL(`${site}#/${link}`);
      await expect(page.locator('main')).toBeVisible();
    }
    await expect.poll(() => asked.some((path) => path.startsWith('/api/'))).toBe(true);
    expect(asked.filter((path) => path.startsWith('/t/'))).toEqual([]);
    await page.goto(`${site}somewhere/else`);
    await expect(page).toHaveURL(`${site}#/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two tram games, one depot');
  });

  for (const game of games)
    test(`@long a complete match of ${game}, offline`, async ({ page, context }) => {
      await page.goto(site);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      const watched = watch(page, api);
      await playNow(page, game, 2);
      const moves = await playOn(page, 11);
      expect(moves).toBeGreaterThan(20);
      await expect(page.locator('[data-over]')).toBeVisible();
      await expectAccessible(page, `${game} end`);
      await shoot(page, `${game}-end`);
      expect(watched.errors).toEqual([]);
    });
});
