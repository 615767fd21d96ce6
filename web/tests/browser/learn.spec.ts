// Learn by playing: a player that follows the coach alone finishes both courses; what is begun can be left and taken up again;
// other moves are answered and taken back.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { games } from './games';
import { longUnless, settings, watch } from './player';
import { serveFiles, type Served } from './servers';

const api = /\/api\//;
let served: Served | undefined;
let site = '';
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

const data = join(import.meta.dirname, '../../../data');
const chaptersOf = (game: string) =>
  (JSON.parse(readFileSync(join(data, `learn/${game}/course.json`), 'utf8')) as { chapters: { id: string }[] })
    .chapters;
const coach = (page: Page) => page.locator('[data-coach]');

// One step, by what the coach offers and the table's own button to confirm.
async function step(page: Page): Promise<void> {
  const before = await coach(page).getAttribute('data-step');
  const next = page.locator('[data-coach-do=next]');
  if (await next.count()) await next.click();
  else {
    await expect(page.locator('[data-light]')).toBeVisible(); // where the move is made is lit
    await page.locator('[data-coach-do=show]:enabled').click();
    await page.locator('[data-confirm]:enabled').click();
  }
  await expect
    .poll(async () => [await coach(page).getAttribute('data-step'), await coach(page).getAttribute('data-coach')])
    .toEqual([expect.not.stringMatching(`^${before}$`), expect.stringMatching(/read|move|done/)]);
}
async function finish(page: Page): Promise<void> {
  for (let steps = 0; steps < 20; ++steps) {
    await expect(coach(page)).toHaveAttribute('data-coach', /read|move|done/);
    if ((await coach(page).getAttribute('data-coach')) === 'done') return;
    await expect(coach(page)).not.toContainText(/\{\w+\}|\.learn\./); // every text is there, with its values
    await step(page);
  }
}

// The beginning in the fast tests: units follow every chapter to its end (tests/unit/learn.test.ts).
for (const [language, most, tag] of [
  ['en', 3, ''],
  ...['en', 'de', 'es', 'ru'].map((code) => [code, Infinity, ' @long'] as const),
] as const)
  for (const game of tag ? games : ['tramways'])
    test(`${game}: the course, by following the coach, in ${language}${tag}`, async ({ page }) => {
      test.setTimeout(900_000);
      await settings(page, { botPause: 0, language, motion: 'reduced', name: 'Mia' });
      const watched = watch(page, api);
      await page.goto(`${site}#/learn`);
      await page.locator(`[data-course="${game}"] [data-go-on]`).click();
      const chapters = chaptersOf(game).slice(0, most);
      for (const { id } of chapters) {
        await expect(page).toHaveURL(new RegExp(`#/learn/${game}/${id}$`));
        await expect(coach(page)).toHaveAttribute('data-chapter', id); // the chapter before it is gone
        await finish(page);
        if (language === 'en') await shoot(page, `learn-${game}-${id}`);
        const following = page.locator('[data-coach-do=following]');
        if (await following.count()) await following.click();
        else await page.locator('[data-coach-do=overview]').click();
      }
      await page.goto(`${site}#/learn`);
      await expect(page.locator(`[data-course="${game}"] .dot.done`)).toHaveCount(chapters.length);
      expect(watched.errors).toEqual([]);
    });

test('another move is answered, taken back, and the lesson goes on; what is left is taken up again', async ({
  page,
}) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
  const watched = watch(page, api);
  await page.goto(`${site}#/learn/1840/privates`);
  await step(page);
  await page.locator('[data-offer=pass]').click();
  await page.locator('[data-confirm]').click();
  await expect(coach(page)).toHaveAttribute('data-coach', 'other');
  await expect(page.locator('[data-answer]')).toContainText('A pass names nothing');
  await expectAccessible(page, 'coach');
  await page.locator('[data-coach-do=back]').click();
  await expect(coach(page)).toHaveAttribute('data-coach', 'move');
  await step(page);
  await expect(coach(page)).toHaveAttribute('data-step', '2');
  await page.goto(`${site}#/`);
  await page.locator('[data-learn="1840"]').click(); // the start page knows where one was
  await expect(coach(page)).toHaveAttribute('data-step', '2');
  await finish(page);
  expect(watched.errors).toEqual([]);
});

test('the overview, and addresses that mean nothing', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
  await page.goto(`${site}#/learn`);
  await expect(page.locator('[data-course]')).toHaveCount(2);
  await expectAccessible(page, 'learn');
  await shoot(page, 'learn');
  for (const address of ['#/learn/1840/nothing', '#/learn/nothing/privates']) {
    await page.goto(`${site}${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such lesson');
  }
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('after one visit', async ({ page, context }) => {
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
    await page.goto(site);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0);
    await page.reload();
    await context.setOffline(true);
    await page.goto(`${site}#/learn/${games[0]}/${chaptersOf(games[0] ?? '')[0]?.id ?? ''}`);
    await expect(coach(page)).toHaveAttribute('data-coach', /read|move/);
    await context.setOffline(false);
  });
});

test('the rules beside the table: of this step, by search, and from the coach', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
  const watched = watch(page, api);
  await page.goto(`${site}#/learn/1840/home`);
  await expect(coach(page)).toHaveAttribute('data-coach', 'move');
  await page.getByRole('link', { name: 'Rule R66' }).click();
  const rules = page.getByRole('complementary', { name: 'Rules' });
  await expect(rules.locator('[data-rule="R66"]')).toHaveAttribute('aria-current', 'true');
  await expect(rules.locator('[data-step-help="build"]')).toBeVisible();
  await expectAccessible(page, 'rules drawer');
  await rules.getByRole('searchbox').fill('landmark');
  await expect(rules.locator('[data-rule="R103"]')).toBeVisible();
  await expect(rules.locator('[data-legend="lm-hofburg"]')).toBeVisible();
  await expect(rules.locator('[data-rule="R66"]')).toHaveCount(0);
  await rules.getByRole('searchbox').fill('zzz');
  await expect(rules.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('F1');
  await expect(rules).toHaveCount(0);
  await page.keyboard.press('F1');
  await expect(rules).toBeVisible();
  await page.goto(`${site}#/rules/tramways/8.1.2`);
  await expect(page.locator('[data-rule="8.1.2"]')).toContainText('add up exactly');
  expect(watched.errors).toEqual([]);
});

const puzzlesOf = (game: string) =>
  (
    JSON.parse(readFileSync(join(data, `puzzles/${game}/index.json`), 'utf8')) as {
      puzzles: { id: string; proof: 'proved' | 'judged' }[];
    }
  ).puzzles;
for (const game of games)
  for (const proof of ['proved', 'judged'] as const)
    test(`${longUnless((game === '1840') === (proof === 'proved'))}${game}: a puzzle that is ${proof}, solved, and its figures`, async ({
      page,
    }) => {
      await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
      const watched = watch(page, api);
      const id = puzzlesOf(game).find((entry) => entry.proof === proof)?.id ?? '';
      const { best, second, margin } = JSON.parse(
        readFileSync(join(data, `puzzles/${game}/${id}.json`), 'utf8'),
      ) as Record<'best' | 'second' | 'margin', number>;
      await page.goto(`${site}#/puzzle/${game}/${id}`);
      const card = page.locator('[data-puzzle]');
      await expect(card).toHaveAttribute('data-puzzle', 'move');
      await expect(card).toContainText(proof);
      await page.locator('[data-puzzle-do=show]').click();
      await page.locator('[data-confirm]:enabled').click();
      await expect(card).toHaveAttribute('data-puzzle', 'right');
      for (const figure of [best, second, margin]) await expect(card).toContainText(String(figure));
      if (proof === 'proved') await expectAccessible(page, `puzzle ${id}`);
      await page.goto(`${site}#/learn`);
      await expect(page.getByText(`1 of ${puzzlesOf(game).length} solved`).first()).toBeVisible();
      expect(watched.errors).toEqual([]);
    });

test('a puzzle about paying gives nothing away when it is begun anew', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia' });
  const id = puzzlesOf('tramways').find((entry) => entry.id.startsWith('payment'))?.id ?? '';
  await page.goto(`${site}#/puzzle/tramways/${id}`);
  await expect(page.locator('[data-confirm]')).toBeEnabled(); // a bad way to pay is chosen
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-symbol][aria-pressed=true]')).toHaveCount(0);
  await page.locator('[data-puzzle-do=show]').click();
  await expect(page.locator('[data-confirm]')).toBeEnabled();
  await page.locator('[data-symbol][aria-pressed=true]').first().click();
  await expect(page.locator('[data-confirm]:enabled')).toHaveCount(0); // nothing else takes its place
});

for (const language of ['en', 'de', 'es', 'ru'])
  test(`${longUnless(language === 'en')}reference cards are one sheet each, in ${language}`, async ({ page }) => {
    await settings(page, { botPause: 0, language, motion: 'reduced', name: 'Mia' });
    for (const game of games) {
      await page.goto(`${site}#/reference/${game}`);
      await expect(page.locator(`[data-card="${game}"] .legend svg`).first()).toBeVisible();
      if (language === 'en') {
        await expectAccessible(page, `reference ${game}`);
        await shoot(page, `reference-${game}`);
      }
      const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(sheet.match(/\/Type \/Page\b/g), game).toHaveLength(1);
    }
    await page.goto(`${site}#/reference/nothing`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
