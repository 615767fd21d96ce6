// Bots at a table: their level and style are chosen and said, and one that thinks for long says how far it is while the table stays free.
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, shoot } from './axe';
import { settings, watch } from './player';
import { serveFiles, type Served } from './servers';

let served: Served | undefined;
test.beforeAll(async () => {
  served = await serveFiles();
});
test.afterAll(() => served?.stop());

// Everybody at the newest table of this device becomes a bot of this level.
const allBots = (page: Page, level: string) =>
  page.evaluate(
    (chosen) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('remise', 1);
        request.onsuccess = () => {
          const store = request.result.transaction('matches', 'readwrite').objectStore('matches');
          const all = store.getAll();
          all.onsuccess = () => {
            const [match] = all.result as { seats: { kind: string; level?: string }[] }[];
            for (const seat of match?.seats ?? []) {
              seat.kind = 'bot';
              seat.level = chosen;
            }
            store.put(match).onsuccess = () => {
              request.result.close();
              resolve();
            };
          };
        };
      }),
    level,
  );

// Every message to an engine takes so long: a quick machine is no reason for a bot not to be seen thinking.
const engineDelay = (page: Page, milliseconds: number) =>
  page.evaluate((delay) => {
    const workers = Worker.prototype as {
      postMessage: (...args: unknown[]) => void;
      plain?: (...args: unknown[]) => void;
    };
    const plain = (workers.plain ??= workers.postMessage);
    workers.postMessage = function (this: Worker, ...args) {
      setTimeout(() => plain.apply(this, args), delay);
    };
  }, milliseconds);

test('a bot has a level and a style, and says that it thinks', async ({ page }) => {
  const trouble = watch(page, /\/api\//); // files alone are served here
  await settings(page, { name: 'Ida', language: 'en', botPause: 0 });
  await page.goto(`${served?.site ?? ''}#/new/tramways`);
  await page.getByRole('radio', { name: /this device/i }).check();
  await page.getByRole('combobox', { name: /^Players/ }).selectOption('2');
  await page.getByLabel('Seat 2').selectOption('bot');
  const level = page.getByRole('combobox', { name: /^Strength/ });
  await level.selectOption('beginner');
  await expect(page.getByRole('combobox', { name: /^Style/ })).toBeHidden(); // who slips has none
  await level.selectOption('hard');
  await page.getByRole('combobox', { name: /^Style/ }).selectOption('builder');
  await expect(page.getByText('Likes to build')).toBeVisible();
  await expectAccessible(page, 'bots-new');
  await shoot(page, 'bots-new');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const header = page.locator('header[data-moves]');
  await expect(header).toBeVisible({ timeout: 30_000 });
  const table = page.url();
  await page.goto(`${served?.site ?? ''}#/rules/tramways`); // an open table would write over it
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await allBots(page, 'expert/builder');
  await engineDelay(page, 400);
  await page.goto(table);
  const ring = page.locator('[data-thinking]');
  await expect(ring).toBeVisible({ timeout: 60_000 });
  await expect(ring).toHaveAttribute('role', 'progressbar');
  await expect(page.getByText('(expert, builder)').first()).toBeVisible();
  await shoot(page, 'bots-thinking');
  // The table answers meanwhile, and the bot comes to an end.
  await engineDelay(page, 0);
  const moves = Number(await header.getAttribute('data-moves'));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => Number(await header.getAttribute('data-moves')), { timeout: 60_000 })
    .toBeGreaterThan(moves);
  await page.goto(`${served?.site ?? ''}#/`);
  expect(trouble.errors).toEqual([]);
});

test('bots of one table are of different strength', async ({ page }) => {
  await settings(page, { name: 'Ida', language: 'en', botPause: 0 });
  await page.goto(`${served?.site ?? ''}#/new/1840`);
  await page.getByRole('radio', { name: /this device/i }).check();
  await page.getByRole('combobox', { name: /^Players/ }).selectOption('3');
  for (const seat of [2, 3]) await page.getByLabel(`Seat ${seat}`, { exact: true }).selectOption('bot');
  await page.getByRole('checkbox', { name: 'A strength for each bot' }).check();
  await page.getByLabel('Strength of the bot at seat 2').selectOption('beginner');
  await page.getByLabel('Strength of the bot at seat 3').selectOption('expert');
  await expect(page.getByText('Strength 6 of 6.')).toBeVisible();
  await expectAccessible(page, 'bots-levels');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('header[data-moves]')).toBeVisible({ timeout: 30_000 });
  const levels = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('remise', 1);
          request.onsuccess = () => {
            const all = request.result.transaction('matches').objectStore('matches').getAll();
            all.onsuccess = () => {
              request.result.close();
              const [match] = all.result as { seats: { level?: string }[] }[];
              resolve(match?.seats.map(({ level }) => level ?? '').sort());
            };
          };
        }),
    );
  expect(await levels()).toEqual(['', 'beginner', 'expert']);
});

// The levels come when the page has nothing better to do: nobody's pointer is over another button then.
test('the buttons of the start page stay where they are when the levels are known', async ({ page }) => {
  for (const [width, height, language] of [
    [1280, 800, 'en'],
    [390, 844, 'de'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.addInitScript((code) => localStorage.setItem('remise.settings', `{"language":"${code}"}`), language);
    await page.goto('about:blank');
    await page.goto(`${served?.site ?? ''}#/`);
    const play = page.locator('[data-game] .btn.pri');
    await expect(play).toHaveCount(2);
    const tops = () => play.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top + scrollY));
    await expect(page.locator('[data-game] select:disabled')).toHaveCount(2);
    await page.evaluate(() => document.fonts.ready);
    const before = await tops();
    await expect(page.locator('[data-game] select:enabled')).toHaveCount(4);
    expect(await tops(), `${width}, ${language}`).toEqual(before);
  }
});
