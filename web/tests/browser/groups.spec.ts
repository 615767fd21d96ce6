// Groups that play for weeks: clocks, leaving and coming back, agreed ends, moves in advance. REMISE_SERVER names the program.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { closeBrowsers, settings, watch } from './player';
import { serveMatches, type Served } from './servers';

const program = process.env.REMISE_SERVER ?? '';
let served: Served | undefined;
let site = '';
test.afterEach(closeBrowsers);
test.beforeAll(async () => {
  expect(program, 'no server to test against (REMISE_SERVER)').not.toBe('');
  served = await serveMatches(program, join(import.meta.dirname, '../../dist'));
  site = served.site;
});
test.afterAll(() => served?.stop());

const mine = { botPause: 0, language: 'en', motion: 'reduced' };
const phone = { width: 390, height: 844 };

async function person(browser: Browser, name: string, size?: typeof phone, language = 'en'): Promise<Page> {
  const page = await (await browser.newContext(size ? { viewport: size } : {})).newPage();
  await settings(page, { ...mine, name, language });
  return page;
}

// Two people at a table of 1840 where a decision may take a day.
async function table(a: Page, b: Page): Promise<void> {
  await a.goto(`${site}#/new/1840`);
  await a.getByLabel('Your name').fill('Ada');
  await a.getByRole('combobox', { name: 'Players' }).first().selectOption('2');
  await a.getByText('A move a day').click();
  await expectAccessible(a, 'new table with a clock');
  await shoot(a, 'groups-new-table');
  await a.getByRole('button', { name: 'Create the table' }).click();
  await expect(a.getByText('1 day for each decision')).toBeVisible();
  await shoot(a, 'groups-waiting-room');
  await b.goto(a.url());
  await b.getByRole('textbox', { name: 'Your name' }).fill('Bruno');
  await b.getByRole('button', { name: 'Take a seat' }).click();
  await a.getByRole('button', { name: 'Start the game' }).click();
  for (const page of [a, b]) await expect(page.locator('#turn-title')).toBeVisible();
}

const seats = (page: Page) => page.getByRole('button', { name: /^Seats and clocks/ });

test('leaving to a bot, coming back, an end all agree on', async ({ browser }) => {
  const [a, b] = [await person(browser, 'Ada'), await person(browser, 'Bruno', phone)];
  const watched = [watch(a), watch(b)];
  await table(a, b);
  // The clock of whoever is to move is in sight, on the phone as well.
  for (const page of [a, b]) await expect(seats(page)).toHaveAccessibleName(/left/);
  await seats(b).click();
  await expect(b.getByRole('dialog')).toContainText('until');
  await expectAccessible(b, 'seats on a phone');
  await shoot(b, 'groups-seats-phone');
  // Bruno leaves: a bot plays for him, and everybody sees it.
  await b.getByRole('button', { name: /^Leave, a bot takes over/ }).click();
  await shoot(b, 'groups-leave-phone');
  await b.getByRole('button', { name: 'Leave the table' }).click();
  await expect(b.getByText('A bot plays for you.')).toBeVisible();
  await seats(a).click();
  await expect(a.getByRole('dialog')).toContainText('a bot plays');
  await expectAccessible(a, 'seats');
  await shoot(a, 'groups-seats');
  await a.keyboard.press('Escape');
  await b.getByRole('button', { name: 'Come back' }).click();
  await expect(b.getByText('A bot plays for you.')).toBeHidden();
  // Ada proposes to end; Bruno agrees; the standing is the result.
  await seats(a).click();
  await a.getByRole('button', { name: /^Propose to end the game/ }).click();
  await a.getByRole('button', { name: 'Propose it' }).click();
  await b.getByRole('button', { name: 'Agree' }).first().click();
  for (const page of [a, b]) {
    await expect(page.getByText('The game was ended by agreement.')).toBeVisible();
    await expect(page.getByText(/Result: /)).toBeVisible();
  }
  await shoot(a, 'groups-ended');
  for (const one of watched) expect(one.errors).toEqual([]);
});

test('a plan passes by itself, and only its owner sees it', async ({ browser }) => {
  const [a, b] = [await person(browser, 'Ada'), await person(browser, 'Bruno', phone)];
  await table(a, b);
  const plan = async (page: Page) => {
    await page.getByRole('button', { name: /^Moves in advance/ }).click();
    await page.getByRole('button', { name: 'Pass in this round' }).click();
  };
  await plan(b);
  await expect(b.getByText('Pass in this round.', { exact: true })).toBeVisible();
  await expectAccessible(b, 'moves in advance on a phone');
  await shoot(b, 'groups-plans-phone');
  await b.keyboard.press('Escape');
  await a.getByRole('button', { name: /^Moves in advance/ }).click();
  await expect(a.getByRole('dialog')).toContainText('Nothing is decided in advance.');
  await a.getByRole('button', { name: 'Bid for a private' }).click();
  await shoot(a, 'groups-plan-fields');
  await a.getByRole('button', { name: 'Back', exact: true }).click();
  await a.keyboard.press('Escape');
  await plan(a);
  await expectAccessible(a, 'moves in advance');
  await shoot(a, 'groups-plans');
  // Both pass; then everybody has passed, and whoever is asked again is told why the plan ended.
  await b.getByRole('button', { name: /^Moves in advance/ }).click();
  const told = async () => (await a.getByRole('dialog').innerText()) + (await b.getByRole('dialog').innerText());
  await expect.poll(told, { timeout: 20_000 }).toMatch(/decide again/);
  await shoot(a, 'groups-plans-ended');
});

for (const [language, tag] of [
  ['ru', ''],
  ['de', '@long '],
  ['es', '@long '],
] as const)
  test(`${tag}the seat menu and the plans in ${language}`, async ({ browser }) => {
    const a = await person(browser, 'Ada', phone, language);
    const made = await a.request.post(`${site}api/tables`, {
      data: {
        game: '1840',
        name: 'Ada',
        seats: [{ kind: 'human' }, { kind: 'bot', level: 'easy' }],
        terms: { clock: 'correspondence', move_s: 86400, nights: true, holidays: 14, at_zero: 'bot' },
      },
      headers: { Origin: new URL(site).origin },
    });
    const { id } = ((await made.json()) as { table: { id: string } }).table;
    await a.request.post(`${site}api/tables/${id}/start`, { data: {}, headers: { Origin: new URL(site).origin } });
    await a.goto(`${site}#/t/${id}`);
    await expect(a.locator('#turn-title')).toBeVisible();
    await a.locator('header button.seats').click();
    await expect(a.getByRole('dialog')).toBeVisible();
    await shoot(a, `groups-seats-${language}`);
    const wide = await a.locator('dialog[open]').evaluate((dialog) => dialog.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await a.keyboard.press('Escape');
    await a.locator('header button.ahead').click();
    await expect(a.getByRole('dialog')).toBeVisible();
    await shoot(a, `groups-plans-${language}`);
    await expectAccessible(a, `plans in ${language}`);
  });
