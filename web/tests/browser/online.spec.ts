// The client against the real server: REMISE_SERVER names the `remise` program.
import { expect, test, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { games } from './games';
import { closeBrowsers, act, dice, playOn, settings, watch } from './player';
import { serveMatches, type Served } from './servers';

const program = process.env.REMISE_SERVER ?? '';
let served: Served | undefined; // each worker serves for itself
let site = '';

// Without a server program these tests cannot say anything; they fail and say so.
const canServe = program !== '' && spawnSync(program, ['serve', '--help']).status === 0;

test.afterEach(closeBrowsers);
test.beforeAll(async () => {
  expect(canServe, `no server to test against (REMISE_SERVER=${program || 'not set'})`).toBe(true);
  served = await serveMatches(program, join(import.meta.dirname, '../../dist'));
  site = served.site;
});
test.afterAll(() => served?.stop());

const mine = { botPause: 0, language: 'en', motion: 'reduced' };

async function create(page: Page, game: string, players: number, bots: number): Promise<string> {
  await page.goto(`${site}#/new/${game}`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('combobox', { name: 'Players' }).first().selectOption(String(players));
  for (let seat = players; seat > players - bots; --seat) await page.getByLabel(`Seat ${seat}`).selectOption('bot');
  await page.getByRole('button', { name: 'Create the table' }).click();
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
  return page.url();
}

// A second person takes a seat, and the first one starts the match.
async function begin(host: Page, guest: Page, address: string): Promise<void> {
  await guest.goto(address);
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Bruno');
  await guest.getByRole('button', { name: 'Take a seat' }).click();
  await host.getByRole('button', { name: 'Start the game' }).click();
  for (const page of [host, guest]) await expect(page.locator('#turn-title')).toBeVisible();
}

const length = async (page: Page) => Number(await page.locator('header[data-moves]').getAttribute('data-moves'));

test('two browsers at one table, one of them loses its connection', async ({ browser }) => {
  const [one, two] = [await browser.newContext(), await browser.newContext()];
  const [a, b] = [await one.newPage(), await two.newPage()];
  await settings(a, { ...mine, name: 'Ada' });
  await settings(b, { ...mine, name: 'Bruno' });
  await b.addInitScript(() => {
    const sockets: WebSocket[] = ((globalThis as unknown as { testSockets: WebSocket[] }).testSockets = []);
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        sockets.push(this);
      }
    };
  });
  const watchedA = watch(a);
  const watchedB = watch(b, /\/api\//);
  // The page folds positions itself: whole views come at most until its engine is there.
  const frames: string[] = [];
  a.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  const address = await create(a, '1840', 2, 0);
  await expectAccessible(a, 'waiting room');
  await shoot(a, 'waiting-room');
  await begin(a, b, address);
  const roll = dice(21);
  // So many moves more, by whoever is to act; counted by the match itself.
  const both = async (moves: number) => {
    const goal = (await length(a)) + moves;
    await expect(async () => {
      for (const page of [a, b]) await act(page, roll());
      expect(await length(a)).toBeGreaterThanOrEqual(goal);
    }).toPass({ intervals: [5], timeout: 60_000 });
  };
  await both(10);
  // Bruno's connection breaks (a network that is switched off leaves open sockets alone, so they are closed from within). What
  // Ada plays meanwhile is there when it is back, and Bruno goes on.
  await two.setOffline(true);
  await b.evaluate(() =>
    (globalThis as unknown as { testSockets: WebSocket[] }).testSockets.forEach((socket) => socket.close()),
  );
  await expect(b.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
  await two.setOffline(false);
  await both(10);
  await expect(b.getByRole('status').filter({ hasText: 'No connection' })).toBeHidden();
  await expect.poll(async () => (await length(a)) === (await length(b))).toBe(true);
  // A message: its tab says that there is one to read, until it was in sight. One's own needs no reading.
  await a.getByRole('tab', { name: 'Chat' }).click();
  await a.getByRole('textbox', { name: 'Message the table' }).fill('Hello trams');
  await a.getByRole('button', { name: 'Send' }).click();
  await expect(a.getByText('Hello trams')).toBeVisible();
  await expect(b.getByRole('tab', { name: 'Chat' })).toHaveText('Chat1');
  await b.getByRole('tab', { name: 'Chat' }).click();
  await expect(b.getByText('Hello trams')).toBeVisible();
  for (const page of [a, b]) await expect(page.getByRole('tab', { name: 'Chat' })).toHaveText('Chat');
  // A reload comes back to the same seat.
  await b.reload();
  await expect(b.locator('#turn-title')).toBeVisible();
  await expect(b.getByRole('tab', { name: 'Chat' })).toHaveText('Chat'); // read before
  await both(4);
  const last = frames.filter((frame) => frame.includes('"log"')).slice(-10);
  expect(last.filter((frame) => frame.includes('"from"') && !frame.includes('"view"'))).toHaveLength(10);
  expect(watchedA.errors).toEqual([]);
  expect(watchedB.errors).toEqual([]);
});

test('undo at a table with a bot: before the own last move, whatever the bot did since', async ({ page }) => {
  await settings(page, { ...mine, name: 'Ada' });
  const watched = watch(page);
  await create(page, 'tramways', 2, 1);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('#turn-title')).toBeVisible();
  await playOn(page, 5, { moves: 2 });
  // My turn again: the bot waits, and its moves lie between mine and now.
  await expect(page.locator('.turn.mine')).toBeVisible();
  const before = await length(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => length(page)).toBeLessThan(before);
  await expect(page.locator('.turn.mine')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await playOn(page, 6, { moves: 1 });
  // What if: hidden cards are drawn anew, so that it begins at this position, without its history.
  await expect(page.locator('.turn.mine')).toBeVisible();
  const hand = await page
    .locator('.hand [data-card]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')));
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /What if/ }).click();
  await page.waitForURL(/#\/l\//);
  await expect(page.locator('.turn.mine')).toBeVisible();
  expect(
    await page.locator('.hand [data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card'))),
  ).toEqual(hand);
  await playOn(page, 7, { moves: 2 });
  expect(await length(page)).toBeGreaterThan(1);
  expect(watched.errors).toEqual([]);
});

test('undo at a table of two people: at once while only own moves would go, else by asking', async ({ browser }) => {
  const [a, b] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  await settings(a, { ...mine, name: 'Ada' });
  await settings(b, { ...mine, name: 'Bruno' });
  const watched = [watch(a), watch(b, /\/api\//)];
  const address = await create(a, '1840', 2, 0);
  await begin(a, b, address);
  const turn = (page: Page) => page.locator('.turn.mine');
  const move = async (page: Page) => {
    const before = await length(page);
    await playOn(page, 3, { moves: 1 });
    await expect.poll(() => length(page)).toBe(before + 1);
  };
  const mover = async () => {
    await expect.poll(async () => (await turn(a).count()) + (await turn(b).count())).toBe(1);
    return (await turn(a).count()) === 1 ? ([a, b] as const) : ([b, a] as const);
  };
  // Nobody else has moved: it goes at once, for both.
  const [one, two] = await mover();
  await move(one);
  await expect.poll(() => length(two)).toBe(1);
  await one.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => length(one)).toBe(0);
  await expect.poll(() => length(two)).toBe(0);
  // The other one has moved since: they are asked.
  await move(one);
  await expect(turn(two)).toBeVisible();
  await move(two);
  const ask = one.getByRole('button', { name: 'Ask the table to undo' });
  await ask.click();
  await expect(two.getByText('would like to go back to move 0')).toBeVisible();
  await expectAccessible(two, 'proposal');
  await two.getByRole('button', { name: 'Refuse' }).click();
  await expect(two.getByText('would like to go back')).toBeHidden();
  expect(await length(one)).toBe(2);
  await ask.click();
  await two.getByRole('button', { name: 'Agree' }).click();
  await expect.poll(() => length(one)).toBe(0);
  await expect.poll(() => length(two)).toBe(0);
  await expect(turn(one)).toBeVisible();
  expect(watched.flatMap(({ errors }) => errors)).toEqual([]);
});

test('who is logged out elsewhere is told, and goes on as a guest', async ({ page }) => {
  await settings(page, { ...mine, name: 'Ada' });
  const watched = watch(page);
  const ends: (() => Promise<void>)[] = [];
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    socket.connectToServer();
    ends.push(() => socket.close({ code: 4401 })); // as the server ends a session
  });
  await create(page, '1840', 2, 1);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.turn.mine')).toBeVisible();
  const opened = ends.length;
  await ends.at(-1)?.();
  await expect(page.getByText('You were logged out.')).toBeVisible();
  await expectAccessible(page, 'logged out');
  await expect.poll(() => ends.length).toBe(opened + 1);
  await playOn(page, 3, { moves: 1 }); // the seat is a guest's
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('You were logged out.')).toBeHidden();
  expect(ends.length).toBe(opened + 1);
  expect(watched.errors).toEqual([]);
});

test('a hint, and why not', async ({ page }) => {
  await settings(page, { ...mine, name: 'Ada' });
  const watched = watch(page);
  await create(page, '1840', 2, 1);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.turn.mine')).toBeVisible();
  // The hint is chosen, not played; the button plays it.
  const before = await length(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByRole('button', { name: 'Choose it' }).click({ timeout: 30_000 });
  expect(await length(page)).toBe(before);
  await page.locator('[data-confirm]').click();
  await expect.poll(() => length(page)).toBeGreaterThan(before);
  // Everything that is not lit answers, and nothing is played by asking.
  await playOn(page, 17, { until: async () => (await page.locator('.turn.mine button.off').count()) > 0, moves: 80 });
  const now = await length(page);
  await page.locator('.turn.mine button.off').first().click();
  await expect(page.getByRole('dialog', { name: 'Why not?' })).toContainText(/\w+.*\w+/);
  await expect(page.getByRole('dialog', { name: 'Why not?' })).toContainText('Rule');
  await expectAccessible(page, 'why not');
  expect(await length(page)).toBe(now);
  // What if: the running match goes on here, on this device, and the table at the server knows nothing of it.
  const table = page.url();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /What if/ }).click();
  await page.waitForURL(/#\/l\//);
  await expect.poll(() => length(page)).toBe(now);
  await playOn(page, 5, { moves: 2 });
  expect(await length(page)).toBeGreaterThan(now + 1);
  await page.goto(table);
  await expect(page.locator('#turn-title')).toBeVisible();
  expect(await length(page)).toBe(now);
  expect(watched.errors).toEqual([]);
});

for (const game of games)
  test(`@long a complete match of ${game} at the server`, async ({ page }) => {
    await settings(page, { ...mine, name: 'Ada' });
    const watched = watch(page);
    await create(page, game, 2, 1);
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(page.locator('#turn-title')).toBeVisible();
    await playOn(page, 31);
    await expect(page.locator('[data-over]')).toBeVisible();
    // What if: from a move in the middle, as a match of this device.
    const moves = await length(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: /What if/ }).click();
    await expect(page).toHaveURL(/#\/l\//);
    await expect.poll(() => length(page)).toBeGreaterThan(1);
    expect(await length(page)).toBeLessThan(moves);
    expect(watched.errors).toEqual([]);
  });
