// The pages of groups that play for weeks, in every language: start with invitations, my tables and the lobby, new table, settings with
// account and calls, profile, a running table with its menu of seats. Axe in light and dark, nothing wider than the screen.
// The quick form looks at two languages on a phone; @long at all of them, and at a wide screen as well.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { settings, watch } from './player';
import { freePort, serveMatches, type Served } from './servers';

const program = process.env.REMISE_SERVER ?? '';
const dist = join(import.meta.dirname, '../../dist');
let served: Served | undefined;
test.afterEach(async () => {
  await served?.stop();
  served = undefined;
});

async function post(page: Page, path: string, data: object, method = 'POST'): Promise<{ table: { id: string } }> {
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const answer = await page.request.fetch(`${new URL(page.url()).origin}/api${path}`, { method, data, headers });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as { table: { id: string } };
}

async function look(page: Page, other: Page, language: string, size: string): Promise<void> {
  const site = served?.site ?? '';
  const seats = [{ kind: 'human' }, { kind: 'human' }];
  const terms = { clock: 'correspondence', move_s: 86400, nights: true, at_zero: 'bot' };
  await page.goto(`${site}#/settings`);
  await other.goto(`${site}#/settings`);
  const names = [`Ada ${language} ${size}`, `Bruno ${language} ${size}`];
  await post(page, '/accounts', { name: names[0], password: 'long enough' });
  await post(other, '/accounts', { name: names[1], password: 'long enough' });
  const { table } = await post(page, '/tables', {
    game: '1840',
    seats,
    name: 'Ada',
    title: 'Donnerstags',
    terms,
    shuffle: false,
  });
  await post(other, `/tables/${table.id}/join`, { name: 'Bruno' });
  await post(page, `/tables/${table.id}/start`, {});
  await post(other, '/tables', { game: 'tramways', seats, name: 'Bruno', terms, open: true });
  await post(page, '/people/relation', { name: names[1], relation: 'friends' }, 'PUT');
  await post(other, '/people/relation', { name: names[0], relation: 'friends' }, 'PUT');
  const invited = await post(other, '/tables', { game: '1840', seats, name: 'Bruno', rated: true });
  await post(other, `/tables/${invited.table.id}/invite`, { name: names[0] });
  const name = (what: string) => `pages-${what}-${language}-${size}`;
  for (const [what, hash, sign] of [
    ['start', '#/', 'main h2'],
    ['new', '#/new/1840', 'main select'],
    ['settings', '#/settings', '.calls'],
    ['profile', '#/me', 'main h2'],
    ['recover', '#/recover/abc', 'main form'],
    ['confirm', '#/calls/confirm/abc', 'main .btn'],
  ] as const) {
    await page.goto(`${site}#/rules/1840`);
    await page.goto(`${site}${hash}`);
    await expect(page.locator(sign).first()).toBeVisible();
    await expectAccessible(page, name(what));
    await shoot(page, name(what), true);
  }
  await page.goto(`${site}#/t/${table.id}`);
  await expect(page.locator('#turn-title')).toBeVisible();
  const texts = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../data/locale/${language}/web.json`), 'utf8'),
  );
  await page.getByRole('button', { name: new RegExp(`^${texts['web.seat.title']}`) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, name('seats'));
  await shoot(page, name('seats'));
  await page.getByRole('button', { name: new RegExp(`^${texts['web.seat.calls_title']}`) }).click();
  await expect(page.locator('dialog[open] .calls')).toBeVisible();
  await expectAccessible(page, name('calls'));
  await shoot(page, name('calls'));
  expect(
    await page.locator('dialog[open]').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
  ).toBeLessThanOrEqual(0);
}

for (const [form, sizes, languages] of [
  ['on a phone, in Russian', ['390'], ['ru']],
  ['in all languages @long', ['390', '1280'], ['en', 'de', 'es', 'ru']],
] as const)
  test(`pages of groups ${form}`, async ({ browser }) => {
    // All ways of being called are there; nothing is sent, since nobody waits so long.
    const port = await freePort();
    const calling = ['--contact', 'mailto:host@trams.example', '--webhooks', '--origin', `http://127.0.0.1:${port}`];
    const mail = ['--smtp', 'smtp://127.0.0.1:9', '--mail-from', 'trams@trams.example', '--smtp-plain'];
    served = await serveMatches(program, dist, '--port', `${port}`, ...calling, ...mail);
    for (const size of sizes)
      for (const language of languages) {
        const viewport = size === '390' ? { width: 390, height: 844 } : { width: 1280, height: 720 };
        const one = await browser.newContext({ viewport });
        const two = await browser.newContext({ viewport });
        const [page, other] = [await one.newPage(), await two.newPage()];
        await settings(page, { name: 'Ada', language, motion: 'reduced' });
        await settings(other, { name: 'Bruno', language, motion: 'reduced' });
        const watched = watch(page);
        await look(page, other, language, size);
        expect(watched.errors).toEqual([]);
        await one.close();
        await two.close();
      }
  });
