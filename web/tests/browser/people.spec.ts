// People: accounts in the page, invitations by name, the lobby with its filters, a rated match, profiles, once more, blocking.
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

const phone = { width: 390, height: 844 };
const long = () => test.info().project.name === 'long';

async function person(browser: Browser, name: string, size?: typeof phone): Promise<Page> {
  const page = await (await browser.newContext(size ? { viewport: size } : {})).newPage();
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name });
  await page.goto(`${site}#/settings`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByText(`You are logged in as ${name}.`)).toBeVisible();
  return page;
}
// So many moves, as long as somebody may pass.
async function passes(people: Page[], count: number): Promise<void> {
  const id = /t\/([\w-]+)/.exec(people[0]?.url() ?? '')?.[1] ?? '';
  const path = `${site.replace(/\/$/, '')}/api/tables/${id}`;
  for (let n = 0; n < count;) {
    const before = n;
    for (const page of people) {
      const { rev, view } = await (await page.request.get(`${path}/view`)).json();
      if (!view.legal.some((move: { type: string }) => move.type === 'pass')) continue;
      const data = { rev, key: `pass-${n}`, action: { type: 'pass' } };
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      expect((await page.request.post(`${path}/moves`, { data, headers })).status()).toBe(200);
      n += 1;
    }
    expect(n, 'nobody may pass').toBeGreaterThan(before);
  }
}
const seats = (page: Page) => page.getByRole('button', { name: /^Seats and clocks/ });

test('friends, an invitation, a rated match, its profile, once more', async ({ browser }) => {
  test.slow();
  const [a, b] = [await person(browser, 'Ada'), await person(browser, 'Bruno', phone)];
  const watched = [watch(a), watch(b)];
  // Friends.
  await a.goto(`${site}#/me`);
  await a.getByLabel('Name of the account').fill('Bruno');
  await a.getByRole('button', { name: 'Ask to be friends' }).click();
  await expect(a.getByText('If Bruno plays here')).toBeVisible();
  await b.goto(`${site}#/me`);
  await b.getByRole('button', { name: 'Accept' }).click();
  await expect(b.getByRole('link', { name: 'Ada' })).toBeVisible();
  await b.getByLabel('I want to see ratings, and show mine').check();
  // A table for beginners, in German, rated; found by the filters; Bruno is invited by name.
  await a.goto(`${site}#/new/1840`);
  await a.getByRole('combobox', { name: 'Players' }).first().selectOption('2');
  await a.getByLabel('beginners welcome').check();
  await a.getByLabel(/^Rated/).check();
  await a.getByLabel('Language at the table').selectOption('de');
  await expectAccessible(a, 'new rated table');
  await shoot(a, 'people-new');
  await a.getByRole('button', { name: 'Create the table' }).click();
  await a.getByLabel('Invite by the name of the account').fill('Bruno');
  await a.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(a.getByText('If Bruno takes invitations')).toBeVisible();
  await expectAccessible(a, 'waiting room');
  await shoot(a, 'people-waiting');
  await b.goto(`${site}#/`);
  await expect(b.getByText('Ada invites you')).toBeVisible();
  await b.getByRole('button', { name: 'Filter' }).click();
  await b.getByLabel('Language at the table').selectOption('es');
  await expect(b.getByText('No such table at the moment.')).toBeVisible();
  await b.getByLabel('Language at the table').selectOption('de');
  await b.getByLabel('beginners welcome').check();
  await expect(b.getByText('No such table at the moment.')).toBeHidden();
  await expectAccessible(b, 'lobby on a phone');
  await shoot(b, 'people-lobby-phone');
  await b.goto(a.url());
  await b.getByRole('button', { name: 'Take a seat' }).click();
  await a.getByRole('button', { name: 'Start the game' }).click();
  await expect(b.locator('#turn-title')).toBeVisible();
  // They agree to end: the standing counts, since everybody has moved ten times.
  await passes([a, b], 20);
  await seats(a).click();
  await a.getByRole('button', { name: /^Propose to end the game/ }).click();
  await a.getByRole('button', { name: 'Propose it' }).click();
  await b.getByRole('button', { name: 'Agree' }).first().click();
  await expect(b.getByText('The game was ended by agreement.')).toBeVisible();
  await expect
    .poll(
      async () => {
        await b.goto(`${site}#/`);
        await b.goto(`${site}#/me`);
        await expect(b.getByRole('heading', { name: 'Finished matches' })).toBeVisible();
        return b.getByText(/^Place \d of 2$/).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await expect(b.getByRole('columnheader', { name: 'Rating' })).toBeVisible();
  await expectAccessible(b, 'profile on a phone');
  await shoot(b, 'people-profile-phone');
  await a.goto(`${site}#/who/Bruno`);
  await expect(a.getByRole('heading', { name: 'Bruno' })).toBeVisible();
  await expect(a.getByRole('columnheader', { name: 'Rating' })).toBeHidden();
  await expectAccessible(a, 'profile of a friend');
  await shoot(a, 'people-friend');
  if (long())
    for (const lang of ['de', 'es', 'ru', 'en']) {
      await b.locator(`header button[lang=${lang}]`).click();
      await expect(b.locator('html')).toHaveAttribute('lang', lang);
      await shoot(b, `people-profile-${lang}`);
    }
  for (const one of watched) expect(one.errors).toEqual([]);
});

test('a new password, and the end of an account', async ({ browser }) => {
  const page = await person(browser, 'Clara');
  await page.getByLabel('Present password').fill('wrong one');
  await page.getByLabel(/^New password/).fill('even longer');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Present password').fill('long enough');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await expectAccessible(page, 'account');
  await shoot(page, 'people-account');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await page.getByLabel('Present password').fill('even longer');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible();
  await page.goto(`${site}#/me`);
  await expect(page.getByText('Log in to see your matches')).toBeVisible();
});
