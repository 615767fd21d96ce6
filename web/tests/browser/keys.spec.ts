// Every key that the list of keys names does what it says, at both tables: a key without a check here fails.
import { expect, test, type Page } from '@playwright/test';
import { longUnless, settings } from './player';
import { findPositions, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';
import type { MatchView } from '../../src/table/contract';

let served: Served | undefined;
test.beforeAll(async () => {
  served = await serveFiles();
});
test.afterAll(() => served?.stop());

interface State {
  step: string;
  phase: string;
  round: { id: string } & number;
}
const state = (view: MatchView) => view.state as unknown as State;
const games: Record<string, { wanted: Wanted[]; choose: (page: Page) => Promise<void> }> = {
  '1840': {
    wanted: [
      { name: 'main', when: (view) => state(view).step === 'build' && state(view).round.id === 'LR2a' },
      { name: 'pass', when: (view) => state(view).step === 'shares' && state(view).round.id === 'SR2' },
    ],
    choose: (page) => page.locator('[data-offer=run]').click(),
  },
  tramways: {
    wanted: [
      {
        name: 'main',
        when: (view) =>
          state(view).phase === 'act1' &&
          state(view).round >= 2 &&
          view.legal.some((action) => action.type === 'lay_track'),
      },
    ],
    choose: (page) => page.locator('[data-offer=end_turn]').click(),
  },
};

const count = (page: Page, name: 'moves' | 'looking') => async () =>
  Number(await page.locator('header[data-moves]').getAttribute(`data-${name}`));
const reached = (page: Page) => expect(page.locator('#board-focus')).not.toHaveText('');
const mapWidth = async (page: Page) => (await page.locator('svg.map').first().boundingBox())?.width ?? 0;

type Check = (page: Page, choose: () => Promise<void>, at: (name: string) => Promise<void>) => Promise<void>;
const checks: Record<string, Check> = {
  Tab: async (page) => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  },
  '← ↑ → ↓': async (page) => {
    await page.locator('[role=application]').focus();
    await page.keyboard.press('ArrowRight');
    await reached(page);
  },
  N: async (page) => {
    await page.keyboard.press('n');
    await reached(page);
  },
  Enter: async (page, choose) => {
    await choose();
    const before = await count(page, 'moves')();
    await page.keyboard.press('Enter');
    await expect.poll(count(page, 'moves')).toBeGreaterThan(before);
  },
  Esc: async (page, choose) => {
    await choose();
    await expect(page.locator('[data-confirm]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-confirm]')).toHaveCount(0);
  },
  R: async (page) => {
    const says = () => page.locator('.decide').innerText();
    const lit = page.locator('g.can[data-hex]');
    for (let i = 0; i < (await lit.count()); ++i) {
      await lit.nth(i).dispatchEvent('click');
      if (!/rotation 1 of/.test(await says())) continue;
      await page.keyboard.press('r');
      await expect.poll(says).toContain('rotation 2 of');
      return;
    }
    throw new Error('no tile can be turned');
  },
  E: async (page) => {
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Ledger' })).toHaveCount(0);
    await expect(page.locator('#turn-title')).toBeFocused(); // where one was before
  },
  K: async (page) => {
    await page.keyboard.press('k');
    await expect(page.locator('svg.map .co text').first()).toBeAttached();
    await page.keyboard.press('k');
    await expect(page.locator('svg.map .co')).toHaveCount(0);
  },
  X: async (page, _choose, at) => {
    await at('pass');
    await page.keyboard.press('x');
    await expect(page.locator('.decide b').first()).toHaveText(/pass/i);
  },
  '1–9': async (page) => {
    await page.keyboard.press('1');
    await expect(page.locator('[data-act="1"]')).toHaveAttribute('aria-pressed', 'true');
  },
  'U / Shift+U': async (page, choose) => {
    await choose();
    await page.locator('[data-confirm]').click();
    await expect(page.getByText('Your turn').first()).toBeVisible();
    await page.waitForTimeout(300);
    const now = await count(page, 'moves')();
    await page.keyboard.press('u');
    await expect.poll(count(page, 'moves')).toBeLessThan(now);
    const before = await count(page, 'moves')();
    await page.keyboard.press('Shift+U');
    await expect.poll(count(page, 'moves')).toBeGreaterThan(before);
  },
  '?': async (page) => {
    await page.locator('[role=application]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Why not?' })).toBeVisible();
  },
  ', / .': async (page) => {
    const now = await count(page, 'looking')();
    await page.keyboard.press(',');
    await expect.poll(count(page, 'looking')).toBe(now - 1);
    await page.keyboard.press('.');
    await expect.poll(count(page, 'looking')).toBe(now);
  },
  'Home / End': async (page) => {
    const now = await count(page, 'looking')();
    await page.keyboard.press('Home');
    await expect.poll(count(page, 'looking')).toBe(0);
    await page.keyboard.press('End');
    await expect.poll(count(page, 'looking')).toBe(now);
  },
  G: async (page) => {
    const open = await page.locator('[data-recap]').count();
    await page.keyboard.press('g');
    await expect(page.locator('[data-recap]')).toHaveCount(1 - open);
    await page.keyboard.press('g');
    await expect(page.locator('[data-recap]')).toHaveCount(open);
  },
  '+ / − / 0': async (page) => {
    const before = await mapWidth(page);
    await page.keyboard.press('+');
    await expect.poll(() => mapWidth(page)).toBeGreaterThan(before);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await page.keyboard.press('0');
    await expect.poll(() => mapWidth(page)).toBeCloseTo(before, 0);
  },
  H: async (page) => {
    await page.keyboard.press('h');
    await expect(page.locator('[data-hinted]')).toBeVisible();
  },
  F1: async (page) => {
    await page.keyboard.press('F1');
    await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toBeVisible();
    await page.keyboard.press('F1');
    await expect(page.getByRole('heading', { name: 'Rules', exact: true })).toHaveCount(0);
  },
};

for (const [game, { wanted, choose }] of Object.entries(games))
  test(`${longUnless(game === '1840')}every key of the list does something: ${game}`, async ({ page }) => {
    test.setTimeout(300_000);
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const found: Found[] = await findPositions({ game, players: 3, level: 'easy', seed: 'keys' }, wanted);
    const at = async (name: string) => {
      await page.goto(`${served?.site ?? ''}#/`);
      await page.locator('input[type=file]').setInputFiles({
        name: 'keys.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(found.find((one) => one.name === name)?.file)),
      });
      await expect(page.locator('#turn-title')).toBeVisible();
      await page.locator('#turn-title').focus();
    };
    await at('main');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog').locator('dt');
    await expect(list.first()).toBeVisible();
    const keys = (await list.allInnerTexts()).map((text) => text.trim());
    expect(keys.length).toBeGreaterThan(9);
    for (const key of keys)
      await test.step(key, async () => {
        const check = checks[key];
        if (!check) throw new Error(`${key} is listed and nobody knows what it does`);
        await at('main');
        await check(page, () => choose(page), at);
      });
  });
