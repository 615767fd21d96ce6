// What surrounds the tables: my tables, waiting room, spectators, redo, lost connections, the result, and small faults once found.
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { expectWhole } from './boxes';
import { closeBrowsers, act, dice, playOn, settings, watch } from './player';
import { findPositions } from './positions';
import { serveMatches, type Served } from './servers';

const program = process.env.REMISE_SERVER ?? '';
let served: Served | undefined; // each worker serves for itself
let site = '';
test.describe.configure({ mode: 'parallel' });
test.afterEach(closeBrowsers);
test.beforeAll(async () => {
  served = await serveMatches(program, join(import.meta.dirname, '../../dist'));
  site = served.site;
});
test.afterAll(() => served?.stop());

const mine = { botPause: 0, language: 'en', motion: 'reduced', theme: 'light' };
const sizes = [
  ['1280', 1280, 720],
  ['1440', 1440, 900],
  ['2560', 2560, 1440],
  ['tablet', 820, 1180],
  ['phone', 390, 844],
] as const;

// The short run looks at two sizes, the long one at all of them in all languages.
const long = () => test.info().project.name === 'long';
async function everySize(page: Page, name: string): Promise<void> {
  for (const [size, width, height] of long() ? sizes : [sizes[1], sizes[4]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
    await expectWhole(page, `${name}, ${size}`);
    await shoot(page, `${name}-${size}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
async function everyLanguage(page: Page, name: string): Promise<void> {
  if (!long()) return;
  for (const lang of ['de', 'es', 'ru', 'en']) {
    await page.locator(`header button[lang=${lang}]`).click();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expectWhole(page, `${name}, ${lang}`);
    if (lang !== 'en') await shoot(page, `${name}-${lang}`);
  }
}
const start = /^Start the (match|game)$/;

async function create(page: Page, game: string, players: number, bots: number, name = 'Ada'): Promise<string> {
  await page.goto(`${site}#/new/${game}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('combobox', { name: 'Players' }).first().selectOption(String(players));
  for (let seat = players; seat > players - bots; --seat) await page.getByLabel(`Seat ${seat}`).selectOption('bot');
  return page.url();
}
async function open(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create the table' }).click();
  await expect(page.getByRole('button', { name: start })).toBeVisible();
  return page.url();
}

for (const tag of ['', '@long '])
  test(`${tag}my tables can be told apart, are archived, deleted and brought back`, async ({ page }) => {
    await settings(page, { ...mine, name: '' });
    const watched = watch(page);
    for (const game of ['1840', 'tramways']) {
      await page.goto(`${site}#/`);
      await page.locator(`[data-game="${game}"] button.pri`).click();
      await expect(page.locator('#turn-title')).toBeVisible();
      // Nobody is called "You": that is what the page says to everybody.
      await expect(page.getByText('Player 1').first()).toBeAttached();
      await playOn(page, 3, { moves: 3 });
      await expect(page.getByText('Your turn').first()).toBeVisible();
      await page.waitForTimeout(600); // the match is kept after it is shown
    }
    await page.goto(`${site}#/`);
    const list = page.locator('section').filter({ hasText: 'My tables' });
    await expect(list.getByText(/round \d of 6/)).toBeVisible();
    await expect(list.getByText(/, \d+ of 23/)).toBeVisible();
    await expect(list.locator('svg path').first()).toBeVisible(); // a small picture of the board
    await expect(list.getByText('Your turn')).toHaveCount(2);
    await expectAccessible(page, 'my tables');
    await everySize(page, 'my-tables');
    await everyLanguage(page, 'my-tables');
    await page.getByRole('button', { name: 'Put Tramways into the archive' }).click();
    await expect(list.getByText(/round \d of 6/)).toBeHidden();
    await page.getByRole('button', { name: 'Archive (1)' }).click();
    await page.getByRole('button', { name: 'Delete Tramways from this device' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Archive (1)' }).click();
    await page.getByRole('button', { name: 'Take Tramways out of the archive' }).click();
    await expect(list.getByText(/round \d of 6/)).toBeVisible();
    await list
      .getByRole('link')
      .filter({ hasText: /round \d of 6/ })
      .click();
    await expect(page.locator('#turn-title')).toBeVisible();
    expect(watched.errors).toEqual([]);
  });

test('a file that is no match is called that, and a name is never too long', async ({ page }) => {
  await settings(page, { ...mine, name: 'Mia' });
  await page.goto(`${site}#/`);
  for (const text of ['{"hello": 1}', '[1, 2]', 'no json at all']) {
    await page.locator('input[type=file]').setInputFiles({
      name: 'holiday.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await expect(page.getByRole('alert')).toHaveText('holiday.json is not a game file.');
  }
  await create(page, 'tramways', 2, 1, 'Ж'.repeat(40));
  await expect(page.getByLabel('Your name')).toHaveValue('Ж'.repeat(16));
  await page.getByLabel('Name of the table').fill('т'.repeat(70));
  await open(page);
  await expect(page.getByText('Ж'.repeat(16)).first()).toBeVisible();
});

for (const tag of ['', '@long '])
  test(`${tag}the waiting room says what is played, by which rules, and why it cannot start yet`, async ({
    browser,
  }) => {
    const [a, b] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
    await settings(a, { ...mine, name: 'Ada' });
    await settings(b, { ...mine, name: 'Bruno' });
    await create(a, 'tramways', 3, 1);
    await expect(a.getByLabel('Bots give hints')).not.toBeChecked(); // between people the default is off
    await a.getByLabel('Spectators may chat').check();
    const address = await open(a);
    await expect(a.getByRole('button', { name: start })).toBeDisabled();
    await expect(a.getByText('1 seat is still free.')).toBeVisible();
    await b.goto(address);
    const options = b.locator('section').filter({ hasText: 'Options' });
    await expect(options.getByText('Hints', { exact: true })).toBeVisible();
    await expect(options.locator('dt:text-is("Hints") + dd')).toHaveText('no');
    await expect(b.getByText('Tramways').first()).toBeVisible();
    await expect(b.locator('li').filter({ hasText: /steady|medium/ })).toHaveCount(1); // the bot, with its level and a name
    await expect(b.locator('li').filter({ hasText: /steady|medium/ })).not.toContainText('#');
    await expectAccessible(b, 'waiting room');
    await everySize(b, 'waiting');
    await everyLanguage(b, 'waiting');
    await b.getByRole('button', { name: 'Take a seat' }).click();
    await expect(b.getByText('Ada starts the game.')).toBeVisible();
    // Somebody who only watches is told so, and may chat here.
    const c = await (await browser.newContext()).newPage();
    await settings(c, { ...mine, name: 'Zoe' });
    await a.getByRole('button', { name: start }).click();
    await expect(a.locator('#turn-title')).toBeVisible();
    await c.goto(address);
    await expect(c.locator('header .watching')).toHaveText('Watching');
    await expect(c.getByText('At this table spectators may chat.')).toBeVisible();
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);
    await c.getByRole('textbox', { name: 'Message the table' }).fill(long);
    await c.getByRole('button', { name: 'Send' }).click();
    await expect(a.getByText(long)).toBeVisible();
    await expect(a.locator('.lines li').filter({ hasText: long })).toContainText(/Zoe\s\(spectator\)/);
    // A long word is broken, not cut.
    for (const page of [a, c]) {
      const wide = await page.locator('.lines').evaluate((list) => list.scrollWidth - list.clientWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
    await expectAccessible(c, 'watching');
    await everySize(c, 'watching');
    // No hints here: the page offers none, and the key is not listed.
    await expect(a.getByRole('button', { name: 'Hint' })).toHaveCount(0);
  });

test('redo plays again what was taken back, and the bots go on', async ({ page }) => {
  await settings(page, { ...mine, name: 'Mia' });
  const watched = watch(page);
  await page.goto(`${site}#/`);
  await page.locator('[data-game="tramways"] button.pri').click();
  await expect(page.locator('#turn-title')).toBeVisible();
  await playOn(page, 4, { moves: 5 });
  const length = async () => Number(await page.locator('header[data-moves]').getAttribute('data-moves'));
  const mineToAct = () => expect(page.getByText('Your turn').first()).toBeVisible();
  await mineToAct();
  await expect.poll(length).toBeGreaterThan(5);
  await page.waitForTimeout(300);
  const before = await length();
  await expect(page.getByRole('button', { name: 'Redo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(length).toBeLessThan(before);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(length).toBeGreaterThanOrEqual(before);
  await mineToAct();
  await playOn(page, 9, { moves: 3 }); // it is not frozen
  expect(watched.errors).toEqual([]);
});

test('a lost connection is noticed, and what was confirmed meanwhile is sent when it is back', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let dead = false;
  await page.routeWebSocket('**/api/ws', (wire) => {
    if (dead) {
      void wire.close();
      return;
    }
    const server = wire.connectToServer();
    wire.onMessage((message) => {
      if (!dead) server.send(message);
    });
    server.onMessage((message) => {
      if (!dead) wire.send(message);
    });
  });
  await settings(page, { ...mine, name: 'Ada' });
  await create(page, 'tramways', 2, 1);
  await open(page);
  await page.getByRole('button', { name: start }).click();
  await expect(page.locator('#turn-title')).toBeVisible();
  await playOn(page, 5, { moves: 2 });
  const length = async () => Number(await page.locator('header[data-moves]').getAttribute('data-moves'));
  const roll = dice(3);
  // Something is chosen and not confirmed: `act` would confirm what it finds chosen.
  const chosen = page.locator('[data-confirm]:not(:disabled)');
  await expect(async () => {
    if ((await chosen.count()) === 0) expect(await act(page, roll())).not.toBe('confirm');
    expect(await chosen.count()).toBe(1);
  }).toPass({ intervals: [5] });
  const before = await length();
  dead = true; // nothing comes and nothing goes, and nobody says so
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible({ timeout: 12_000 });
  await expect(page.locator('[data-confirm]')).toHaveText(/Send when connected/);
  // What says so pushes nothing off the screen.
  const wide = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const size of [{ width: 390, height: 844 }, wide]) {
    await page.setViewportSize(size);
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(below, { message: `${size.width}` }).toBe(0);
  }
  await page.locator('[data-confirm]').click();
  await expect(page.getByText('Your move is kept')).toBeVisible();
  expect(await length()).toBe(before);
  dead = false;
  await expect.poll(length, { timeout: 20_000 }).toBeGreaterThan(before);
});

test('a refused request to take back is told', async ({ browser }) => {
  const [a, b] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await settings(a, { ...mine, name: 'Ada' });
  await settings(b, { ...mine, name: 'Bruno' });
  await create(a, 'tramways', 2, 0);
  const address = await open(a);
  await b.goto(address);
  await b.getByRole('button', { name: 'Take a seat' }).click();
  await a.getByRole('button', { name: start }).click();
  for (const page of [a, b]) await expect(page.locator('#turn-title')).toBeVisible();
  const roll = dice(2);
  const ask = 'Ask the table to take back your last move';
  await expect(async () => {
    for (const page of [a, b]) await act(page, roll());
    expect(await a.getByRole('button', { name: /^Ask the table/ }).count(), ask).toBe(1);
  }).toPass({ intervals: [5], timeout: 60_000 });
  await a.getByRole('button', { name: /^Ask the table/ }).click();
  await b.getByRole('button', { name: 'Refuse' }).click();
  await expect(a.getByText('Your request to undo was refused.')).toBeVisible();
  await a.getByRole('status').filter({ hasText: 'refused' }).getByRole('button', { name: 'Close' }).click();
  await expect(a.getByText('Your request to undo was refused.')).toBeHidden();
});

test('the menu closes after a choice and after a click elsewhere', async ({ page }) => {
  await settings(page, { ...mine, name: 'Mia' });
  await page.goto(`${site}#/`);
  await page.locator('[data-game="tramways"] button.pri').click();
  await expect(page.locator('#turn-title')).toBeVisible();
  const menu = page.locator('.menu .pop');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(menu).toBeVisible();
  await page.locator('#turn-title').click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.getByRole('button', { name: 'Dark colours' }).last().click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

for (const [game, tag] of [
  ['tramways', ''],
  ['1840', '@long '],
  ['tramways', '@long '],
] as const)
  test(`${tag}the result of ${game}: play again, replay, download; no empty card`, async ({ page }) => {
    await settings(page, { ...mine, name: 'Mia' });
    const [found] = await findPositions({ game, players: 3, level: 'easy', seed: 'result' }, [
      { name: game, when: (view) => view.outcome !== null },
    ]);
    await page.goto(`${site}#/`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'result.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(found?.file)),
    });
    await expect(page.locator('[data-over]').first()).toBeVisible();
    const empty = await page
      .locator('.card')
      .evaluateAll((cards) => cards.filter((card) => (card as HTMLElement).innerText.trim() === '').length);
    expect(empty).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).first().click();
    expect((await saved).suggestedFilename()).toMatch(/^remise-.*\.json$/);
    await expectAccessible(page, `result of ${game}`);
    await everySize(page, `result-${game}`);
    await page.getByRole('button', { name: 'Replay the game' }).first().click();
    await expect(page.getByText('You are looking at an earlier moment.')).toBeVisible();
    const looking = page.locator('header[data-moves]');
    await expect.poll(async () => Number(await looking.getAttribute('data-looking'))).toBeGreaterThan(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Replay the game' }).first()).toBeVisible();
    const before = page.url();
    await page.getByRole('button', { name: 'Play again' }).first().click();
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(page.locator('#turn-title')).toBeVisible();
  });

test('several people at one device are called by their names', async ({ page }) => {
  await settings(page, { ...mine, name: 'Mia' });
  await page.goto(`${site}#/new/tramways`);
  await page.getByLabel(/^On this device/).check();
  await page.getByRole('combobox', { name: 'Players' }).first().selectOption('2');
  await page.getByLabel('Seat 2').selectOption('human');
  await page.getByRole('textbox', { name: 'Name of player 2' }).fill('Ilse');
  await page.getByRole('button', { name: 'Start the game' }).click();
  // Hands are secret: the device is given to whoever is to act, by name, and then the table speaks of them by name too.
  const cover = page.locator('[data-hand-over]');
  await expect(cover.getByRole('heading')).toHaveText(/^(Mia|Ilse)$/);
  await expect(page.locator('header .who')).toHaveCount(0);
  const next = await cover.getByRole('heading').innerText();
  await cover.locator('[data-offer=hand_over]').click();
  await expect(cover).toHaveCount(0);
  await expect(page.locator('header .who')).toHaveText(`${next} is to act`);
});
