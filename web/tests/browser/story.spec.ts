// A player that reads: it knows nothing but what stands on the page (roles, names, text). At each of its decisions it says what has
// changed since the last one, from "Since your turn", and compares that with the log, which it reads on its own.
import { expect, test, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, shoot } from './axe';
import { expectWhole } from './boxes';
import { act, dice, settings, watch } from './player';
import { findPositions } from './positions';
import { serveFiles, type Served } from './servers';

let served: Served | undefined; // each worker serves for itself
let site = '';
test.describe.configure({ mode: 'parallel' });
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

interface Read {
  moves: number; // in the log since the viewer's own last one
  since: string[]; // their sentences with their parts, and what rounds brought by themselves
  badge: number; // how many moves the page says there were
  recap: string[]; // its sentences: title, note, value
  mine: string; // the viewer's own row
  below: number; // pixels of the log under what is in sight when it is opened
}

// What a person does to read: opens the recap, then the log; looks for Mia's own last move there, and reads everything after it,
// every move unfolded. All of it through what the page offers.
async function read(page: Page): Promise<Read> {
  return page.evaluate(async () => {
    const later = () => new Promise((resolve) => setTimeout(resolve));
    const log = () => document.querySelector('section[aria-label="Log"]') as HTMLElement;
    const press = (words: RegExp) => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('[role=tab], section[aria-label="Log"] button')];
      const found = all.find((button) => words.test(button.textContent));
      found?.click();
      return found;
    };
    const text = (element: Element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
    const button = press(/Since your turn/);
    await later();
    const recap = [...document.querySelectorAll('section[aria-label="Since your turn"] li')].map(text);
    const badge = Number(/(\d+)\s*$/.exec(button?.textContent ?? '0')?.[1]);
    press(/^\s*Log\s*$/);
    await later();
    for (let i = 0; i < 2; ++i) await new Promise((resolve) => requestAnimationFrame(resolve));
    const list = log().querySelector('[role=group][aria-label="Log"][tabindex]') as HTMLElement;
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    const whose = async (name: string) => {
      const select = log().querySelector('select[aria-label="Whose moves"]') as HTMLSelectElement;
      select.value = [...select.options].find((option) => option.textContent === name)?.value ?? '';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await later();
    };
    const moves = () => [...log().querySelectorAll('li[data-move]')];
    const number = (item: Element | undefined) => Number(item?.getAttribute('data-move') ?? -1);
    await whose('Mia');
    const own = number(moves().at(-1));
    await whose('Everybody');
    const since = moves().filter((item) => number(item) > own);
    for (const item of moves().filter((one) => number(one) >= own))
      item.querySelector<HTMLButtonElement>('button[aria-expanded=false]')?.click();
    await later();
    const texts: string[] = [];
    let on = false;
    for (const item of log().querySelectorAll('ol > li')) {
      if (item.hasAttribute('data-move')) on = number(item) >= own;
      if (on) texts.push(text(item));
    }
    const row = [...document.querySelectorAll('[data-at^="seat:"]')].find((one) => one.textContent.includes('Mia'));
    return { moves: since.length, since: texts, badge, recap, mine: row ? text(row) : '', below };
  });
}

const names = ['Ada', 'Bruno', 'Chiara', 'Jonas', 'Ilse', 'Tomás'];
const shorts = ['WT', 'DT K&C', 'SJE', 'BBG', 'WKB', 'GWStStB'];

// Everything the recap names has to stand in the log as well: who, which company, which place, which price.
function compare(game: string, told: Read, where: string): void {
  expect(told.recap.length, where).toBeLessThanOrEqual(6);
  const log = told.since.join('\n');
  for (const sentence of told.recap) {
    const title = sentence;
    // The order of everybody stands beside the news that it changed, which is what the log tells.
    if (/^(Turn|Playing) order/.test(title)) {
      expect.soft(log, `${where}: “${title}”`).toMatch(/order/i);
      continue;
    }
    for (const name of names)
      if (title.includes(name)) expect.soft(log, `${where}: “${title}” names ${name}`).toContain(name);
    const price = /^(.*) (?:rises|falls) from (\d+) to (\d+)/.exec(title);
    if (price?.[1] && shorts.includes(price[1])) {
      expect.soft(log, `${where}: “${title}”`).toContain(price[1]);
      for (const n of [price[2], price[3]]) expect.soft(log, `${where}: “${title}”`).toMatch(new RegExp(`\\b${n}\\b`));
    }
    const hex = /\b([A-K]\d{1,2})\b/.exec(title)?.[1];
    if (game === '1840' && hex) expect.soft(log, `${where}: “${title}”`).toContain(hex);
    const cash = /^Your (?:cash|money): \D?\d+, now \D?(\d+)/.exec(title)?.[1];
    if (cash && told.mine) expect.soft(told.mine, `${where}: “${title}”`).toMatch(new RegExp(`(^|\\D)${cash}(\\D|$)`));
  }
}

// Where cards are chosen on a page of their own, the log is on the board behind it.
async function readBehind(page: Page): Promise<Read> {
  const board = page.getByRole('button', { name: /^Look at the board/ });
  if ((await board.count()) === 0) return read(page);
  await board.click();
  const told = await read(page);
  await page.keyboard.press('m');
  return told;
}

async function follow(page: Page, game: string, decisions: number): Promise<number> {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  await page.goto(site);
  await page.locator(`[data-game="${game}"] button.pri`).click();
  await expect(page.locator('#turn-title')).toBeVisible();
  const roll = dice(11);
  let decided = 0;
  let [recaps, moves, sentences] = [0, 0, 0];
  for (let idle = 0; decided < decisions && idle < 6000;) {
    const did = await act(page, roll());
    if (did === 'over') break;
    if (did !== 'confirm') {
      ++idle;
      if (did === 'wait') await page.waitForTimeout(4);
      continue;
    }
    idle = 0;
    ++decided;
    await page.waitForFunction(() => !document.querySelector('[data-confirm]'), undefined, { timeout: 30_000 });
    // Until it is Mia's turn again, or the match is over.
    await page.waitForFunction(
      () =>
        document.querySelector('[data-over]') ||
        [...document.querySelectorAll('[role=status]')].some((one) => one.textContent.startsWith('Your turn')),
      undefined,
      { timeout: 60_000 },
    );
    if (await page.locator('[data-over]').count()) break;
    const where = `${game}, decision ${decided}`;
    await expect(async () => {
      const told = await readBehind(page);
      expect(told.badge, `${where}: moves of others`).toBe(told.moves);
      if (told.moves > 0) expect(told.recap.length, `${where}: something is said`).toBeGreaterThan(0);
      expect(told.below, `${where}: the newest move is in sight`).toBeLessThan(30);
    }).toPass({ intervals: [20, 50, 100, 500], timeout: 30_000 }); // bots may still move where all decide at once;
    const told = await readBehind(page);
    compare(game, told, where);
    if (told.moves > 0) ++recaps;
    moves += told.moves;
    sentences += told.recap.length;
  }
  writeFileSync(
    join(import.meta.dirname, `../../test-results/reader-${game}.txt`),
    `${decided} decisions, ${recaps} recaps of ${moves} moves of others in ${sentences} sentences\n`,
  );
  expect(watched.errors).toEqual([]);
  expect(recaps).toBeGreaterThan(Math.min(5, decisions / 4));
  return decided;
}

for (const game of ['1840', 'tramways']) {
  test(`a reader of ${game} says after each decision what changed`, async ({ page }) => {
    expect(await follow(page, game, 16)).toBe(16);
  });
  test(`@long a reader of ${game} says after every decision of a whole match what changed`, async ({ page }) => {
    test.setTimeout(1_800_000);
    expect(await follow(page, game, 100_000)).toBeGreaterThan(30);
  });
}

// The recap, the trail and the replay as they look, on every size.
interface Turn {
  tile_laid: boolean;
}
const positions: Record<string, (view: { state: unknown }, n: number) => boolean> = {
  '1840': (view) => {
    const state = view.state as { step: string; round: { id: string }; active: { line: number }; turn: Turn };
    return state.step === 'build' && state.round.id === 'LR3a' && state.active.line > 3 && !state.turn.tile_laid;
  },
  tramways: (view) => {
    const state = view.state as { phase: string; round: number };
    return state.phase === 'act2' && state.round === 3;
  },
};
const everySize = [
  ['1280', 1280, 720],
  ['1440', 1440, 900],
  ['2560', 2560, 1440],
  ['tablet', 820, 1180],
  ['phone', 390, 844],
] as const;
for (const game of ['1840', 'tramways'])
  test(`@long since your turn, as it looks: ${game}`, async ({ page }) => {
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const [found] = await findPositions({ game, players: 4, level: 'medium', seed: 'story' }, [
      { name: game, when: positions[game] as never },
    ]);
    await page.goto(`${site}#/`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'story.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(found?.file)),
    });
    await expect(page.locator('#turn-title')).toBeVisible();
    const recap = page.getByRole('region', { name: 'Since your turn' });
    for (const [size, width, height] of everySize) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      if (width < 1024) {
        if (!(await recap.isVisible())) await page.getByRole('button', { name: /Since your turn/ }).click();
        for (const item of await recap.getByRole('listitem').all())
          expect.soft((await item.boundingBox())?.width ?? 0).toBeLessThanOrEqual(width);
      }
      await expect(recap).toBeVisible();
      await expectWhole(page, `recap of ${game}, ${size}`);
      await expectAccessible(page, `recap of ${game}, ${size}`);
      await shoot(page, `recap-${game}-${size}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    // The trail: numbers at the places; G takes them away and brings them back, a click on the board takes them away.
    const trail = page.locator('[data-trail]');
    await expect(trail.first()).toBeVisible();
    expect(await trail.count()).toBeLessThanOrEqual(9);
    await page.keyboard.press('g');
    await expect(trail).toHaveCount(0);
    await page.keyboard.press('g');
    await expect(trail.first()).toBeVisible();
    // The replay shows every move since then and comes back; a key ends it.
    const length = await page.locator('header[data-moves]').getAttribute('data-moves');
    await page.getByRole('button', { name: /^Replay \d+ move/ }).click();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: /^Replay \d+ move/ })).toBeVisible();
    await expect(page.locator('header[data-moves]')).toHaveAttribute('data-looking', length ?? '');
    await page.getByRole('button', { name: /^Seen/ }).click();
    await expect(recap).toBeHidden();
    await page.reload();
    await expect(page.locator('#turn-title')).toBeVisible();
    // It is still there to be opened: a tab, or one side of the log.
    await expect(page.locator('button').filter({ hasText: 'Since your turn' }).first()).toBeVisible();
    await expect(recap).toBeHidden();
    for (const lang of ['de', 'es', 'ru']) {
      await page.locator('.menu > button').click();
      await page.locator(`.pop button[lang=${lang}]`).click();
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await page.keyboard.press('g');
      await expect(page.locator('[data-recap]')).toBeVisible();
      await expectWhole(page, `recap of ${game}, ${lang}`);
      await shoot(page, `recap-${game}-${lang}`);
      await page.keyboard.press('g');
    }
  });
