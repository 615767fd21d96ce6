// The table of Tramways: whole matches made through clicks alone, looked at in the sizes people have.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEngine } from '../../src/engine/wasi';
import type { Action, MatchState, MatchView } from '../../src/table/contract';
import { expectAccessible, shoot } from './axe';
import { expectWhole } from './boxes';
import { Maker } from './composing';
import { openFile, played, uncovered } from './matches';
import { deedOf, symbolsOf } from '../../src/games/tramways/turn/making';
import { settings, watch, wishFor } from './player';
import { wakeEngine } from '../unit/real_engine';
import { exampleList, wanted } from '../unit/tramways_kinds';
import { findPositions, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';

// The engine's thread is read anew for each hint.

let served: Served | undefined;
let site = '';
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

async function engine() {
  const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
  return <T>(request: object): T => {
    const answer = JSON.parse(call(JSON.stringify(request))) as { ok?: T; error?: object };
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer.ok as T;
  };
}
const open = (page: Page, file: object) => openFile(page, site, file);

const plainly = (action: Action): unknown => ({
  ...deedOf(action),
  ...(action.type === 'lay_track' ? { redirect: action.redirect ?? null } : {}),
  ...(action.type === 'choose_hand' ? { cards: [...(action.cards as number[])].sort() } : {}),
  symbols: symbolsOf(action).sort(),
});

// A match of bots, each of whose moves (the first `most` of them) is made again in the page: by touches, symbols and a confirmation.
async function playThrough(
  page: Page,
  players: number,
  seed: string,
  options: object,
  most = Infinity,
): Promise<Map<string, number[]>> {
  const ask = await engine();
  const match = ask<number>({ op: 'start', game: 'tramways', setup: { players, seed, options } });
  await open(page, ask<object>({ op: 'file', match }));
  const maker = new Maker(page);
  const clicks = new Map<string, number[]>();
  for (let made = 0; ; ++made) {
    if (made === most) return clicks;
    const seat = ask<MatchState>({ op: 'state', match }).to_act[0];
    if (seat === undefined) break;
    const view = ask<MatchView>({ op: 'view', match, viewer: seat });
    const action = ask<Action>({ op: 'choose', match, seat, level: 'medium', seed });
    const n = await test.step(JSON.stringify(action), () => maker.make(action, view));
    clicks.set(action.type, [...(clicks.get(action.type) ?? []), n]);
    // The same deed, paid with the same symbols. In which order is left to the page, and decides how piles are shuffled later.
    const done = await played(page, view.n + 1);
    expect(plainly(done)).toEqual(plainly(action));
    ask({ op: 'play', match, seat, action: done });
  }
  // The same end: rows that add up, and the engine's scores.
  await expect(page.locator('[data-over]')).toBeVisible();
  const end = ask<MatchView>({ op: 'view', match, viewer: 'spectator' });
  const scores = (end.state as { players: { score: number }[] }).players.map(({ score }) => score);
  for (const [seat, score] of scores.entries()) {
    const row = page.locator(`tr[data-score="${seat}"]`);
    await expect(row.locator('[data-sum]')).toHaveText(String(score));
    const terms = await row
      .locator('[data-term]')
      .evaluateAll((all) => all.map((element) => Number(element.getAttribute('data-term'))));
    expect(terms.reduce((sum, term) => sum + term, 0)).toBe(score);
  }
  return clicks;
}

for (const [title, name, players, options, most] of [
  ['the first rounds of two', 'two', 2, { draft: true }, 45],
  ['@long a whole match of two', 'two', 2, { draft: true }, Infinity],
  ['@long a whole match of one', 'alone', 1, {}, Infinity],
] as const)
  test(`${title}, made through clicks alone`, async ({ page }) => {
    test.setTimeout(900_000);
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    const clicks = await playThrough(page, players, `clicks-${name}`, options, most);
    const mean = (list: number[]) => (list.reduce((sum, n) => sum + n, 0) / list.length).toFixed(1);
    writeFileSync(
      join(import.meta.dirname, `../../test-results/clicks-${name}.txt`),
      [...clicks].map(([type, list]) => `${type} ${list.length} ${mean(list)} ${Math.max(...list)}`).join('\n'),
    );
    expect([...clicks.keys()]).toEqual(expect.arrayContaining(['take_dev', 'lay_track', 'build', 'admin_play']));
    expect(watched.errors).toEqual([]);
  });

// A list with every kind of action and of payment that matches played by chance show (tests/unit/tramways_kinds.ts), each made in the
// page. In the fast tests some of those that no bot ever makes.
const seldom = ['track redirected', 'track joined', 'two destinations', 'bid both', 'ride to a parcel'];
for (const [title, only] of [
  ['what bots never do', seldom],
  ['@long every kind of action and payment', wanted],
] as const)
  test(`${title}, made through clicks alone`, async ({ page }) => {
    test.setTimeout(900_000);
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    await wakeEngine();
    const list = exampleList().filter(({ tags }) => tags.some((tag) => only.includes(tag)));
    const ask = await engine();
    const met = new Set<string>();
    for (const { tags, file, seat, action } of list)
      await test.step(`${tags.join(', ')}: ${JSON.stringify(action)}`, async () => {
        const match = ask<number>({ op: 'load', file });
        const view = ask<MatchView>({ op: 'view', match, viewer: seat });
        await open(page, file);
        await uncovered(page);
        await new Maker(page).make(action, view);
        expect(plainly(await played(page, view.n + 1))).toEqual(plainly(action));
        ask({ op: 'drop', match });
        for (const tag of tags) met.add(tag);
      });
    console.log(`${list.length} actions: ${[...met].join(', ')}`);
    expect(only.filter((tag) => !met.has(tag))).toEqual([]);
    expect(watched.errors).toEqual([]);
  });

// Hints of every kind: each says what it means, and choosing it leaves only the confirmation, lit where it is on the board.
for (const [title, only] of [
  ['a hint', ['lay_track', 'build']],
  ['@long a hint of every kind', wanted],
] as const)
  test(`${title} of Tramways is chosen with one press`, async ({ page }) => {
    test.setTimeout(900_000);
    await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
    const watched = watch(page, /\/api\//);
    await wakeEngine();
    const ask = await engine();
    let wish: Action = { type: 'pass' };
    await wishFor(page, () => wish);
    const list = exampleList().filter(({ tags }) => tags.some((tag) => (only as readonly string[]).includes(tag)));
    for (const { tags, file, action } of list)
      await test.step(`${tags.join(', ')}: ${JSON.stringify(action)}`, async () => {
        wish = action;
        await page.goto(`${site}#/`);
        await page.reload(); // the engine's thread with this wish
        await open(page, file);
        await uncovered(page);
        await page.getByRole('button', { name: 'Hint' }).first().click();
        await page.locator('[data-hinted]').click();
        await expect(page.locator('[data-confirm]:not(:disabled)')).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        const said = (await page.locator('.what b').first().textContent()) ?? '';
        expect(said).not.toMatch(/undefined|null|\{|NaN/);
        const map = page.locator('svg.map');
        const links = (action.route as number[] | undefined)?.length ?? (action.type === 'upgrade_link' ? 1 : 0);
        if (links) await expect(map.locator('g.link.on'), 'links lit on the board').toHaveCount(links);
        if (action.type === 'lay_track')
          await expect(map.locator('path.dashed').first(), 'drawn on the board').toBeAttached();
        if (action.type === 'build' || action.type === 'upgrade_building')
          await expect(map.locator('rect.to'), 'lit on the board').toHaveCount(1);
        await page.locator('[data-confirm]').click();
        const { n } = ask<MatchState>({ op: 'state', match: ask<number>({ op: 'load', file }) });
        expect(plainly(await played(page, n + 1))).toEqual(plainly(action));
      });
    expect(watched.errors).toEqual([]);
  });

type State = { phase: string; round: number };
const when = (name: string, at: string, round: number, type?: string): Wanted => ({
  name,
  when: (view) =>
    (view.state as State).phase === at &&
    (view.state as State).round >= round &&
    (!type || view.legal.some((action) => action.type === type)),
});
const sizes = [
  [1280, 720],
  [390, 844],
  [1440, 900],
  [2560, 1440],
  [820, 1180],
  [360, 740],
] as const;

// Nothing that is to be pressed is cut off or lies outside.
async function expectInside(page: Page, where: string): Promise<void> {
  const out = await page.evaluate(() => {
    const bad: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) bad.push(`page ${document.documentElement.scrollWidth}`);
    for (const element of document.querySelectorAll('[data-confirm], [data-symbol], .decide button, .foot button')) {
      const box = element.getBoundingClientRect();
      if (box.width && (box.left < -1 || box.right > innerWidth + 1)) bad.push(element.outerHTML.slice(0, 90));
    }
    return bad;
  });
  expect.soft(out, where).toEqual([]);
}

async function drawSome(page: Page): Promise<void> {
  await page.locator('[data-offer=lay_track]').click();
  for (let i = 0; i < 4; ++i) {
    const lit = page.locator('g.can[data-field]');
    await expect(lit.first()).toBeAttached();
    await lit.nth(i === 0 ? 1 : 0).dispatchEvent('click');
    await page.waitForTimeout(60);
    if (await page.locator('[data-confirm]:not(:disabled)').count()) break;
  }
}

test('@long pictures of making, choosing and paying, in all sizes and both themes', async ({ page }) => {
  test.setTimeout(600_000);
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  const found: Found[] = [
    ...(await findPositions({ game: 'tramways', players: 3, level: 'medium', seed: 'shots' }, [
      when('act', 'act1', 3, 'lay_track'),
      when('ride', 'act2', 4, 'move_passenger'),
      when('bid', 'auction.bid', 3),
      when('admin', 'admin', 3, 'admin_play'),
      when('hand', 'final_hand', 5),
    ])),
    ...(await findPositions({ game: 'tramways', players: 5, level: 'easy', seed: 'shots5' }, [
      when('books', 'setup.book', 0),
    ])),
  ];
  for (const position of found) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, position.file);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      if (position.name === 'act') await drawSome(page);
      if (position.name === 'ride') {
        await page.locator('[data-offer=move_passenger]').click();
        await page.locator('g.can[data-field]').first().dispatchEvent('click');
        await page.waitForTimeout(80);
        await page.locator('[data-offer=ride]').first().click();
      }
      if (position.name === 'bid') await page.locator('[data-offer=bid]').click();
      if (position.name === 'admin') await page.locator('[data-symbol]').first().click();
      if (position.name === 'hand' && width !== 1280)
        await page.locator('[data-offer=card]').first().dispatchEvent('click');
      if (position.name === 'hand' && width === 1280) {
        // A card that is pointed at is not ticked by that, and stays ticked when it is pressed.
        const box = page.locator('[data-offer=card]');
        for (const i of [0, 1]) {
          await page.locator('.cards [data-card]').nth(i).hover();
          await expect(page.locator('[data-offer=card]:checked')).toHaveCount(i);
          await box.nth(i).click();
          await expect(box.nth(i)).toBeChecked();
        }
      }
      await page.waitForTimeout(120);
      await expectInside(page, `${position.name} ${width}`);
      await shoot(page, `t2-${position.name}-${width}`);
      if ([1280, 1440, 390].includes(width)) await expectAccessible(page, `${position.name} ${width}`);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(50);
    }
  }
  expect(watched.errors).toEqual([]);
});

test('@long the buttons of the board never lie over its names', async ({ page }) => {
  test.setTimeout(120_000);
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  for (const players of [2, 3, 5]) {
    const [found] = await findPositions({ game: 'tramways', players, level: 'easy', seed: 'clear' }, [
      when('act', 'act1', 1),
    ]);
    if (!found) throw new Error('no position');
    await open(page, found.file);
    await uncovered(page);
    for (const [width, height] of sizes.filter(([wide]) => wide >= 640)) {
      await page.setViewportSize({ width, height });
      const covered = () =>
        page.evaluate(() => {
          const tools = document.querySelector('.tools')?.getBoundingClientRect();
          if (!tools) return ['no buttons'];
          return [...document.querySelectorAll('svg.map text')]
            .filter((text) => {
              const box = text.getBoundingClientRect();
              return (
                box.left < tools.right && box.right > tools.left && box.top < tools.bottom && box.bottom > tools.top
              );
            })
            .map((text) => text.textContent);
        });
      await expect.poll(covered, { message: `${players} players, ${width} x ${height}` }).toEqual([]);
    }
  }
});

test('between two people at one device the hands are covered', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  await page.goto(`${site}#/new/tramways`);
  await page.getByLabel('Players').first().selectOption('2');
  await page.getByLabel('Seat 2').first().selectOption('human');
  await page.locator('form .btn.pri').click();
  const cover = page.locator('[data-hand-over]');
  await expect(cover).toBeVisible();
  await expect(page.locator('.hand [data-card]')).toHaveCount(0); // no hand is in the page
  await expectAccessible(page, 'covered');
  await shoot(page, 't2-cover');
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectWhole(page, `covered, ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(cover).toBeVisible();
  await page.locator('[data-offer=hand_over]').click();
  await expect(cover).toHaveCount(0);
  await expect(page.locator('.hand [data-card]').first()).toBeVisible();
  // One decides, and the other is asked for.
  await page.locator('[data-offer=book]').first().click();
  await page.locator('[data-confirm]:not(:disabled)').click();
  await page.locator('[data-offer=take_dev]').first().click();
  await page.locator('[data-confirm]:not(:disabled)').click();
  await expect(cover).toBeVisible();
  await expect(page.locator('.hand [data-card]')).toHaveCount(0);
  expect(watched.errors).toEqual([]);
});

test('boards are laid out by hand, with what is wrong said by the engine', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  await page.goto(`${site}#/new/tramways`);
  await page.locator('select:has(option[value=explicit])').selectOption('explicit');
  const boards = page.locator('[data-board]');
  await expect(boards).toHaveCount(6);
  await expect(page.locator('[data-layout=possible]')).toBeVisible();
  await expectAccessible(page, 'layout editor');
  await shoot(page, 't2-layout');
  // Onto its neighbour, and away again; turned, and flipped.
  const moving = page.locator('[data-board]').nth(1);
  await moving.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-layout=wrong]')).toBeVisible();
  await expect(page.locator('.editor [role=alert]')).toContainText('3.1.5');
  await expect(page.locator('form .btn.pri')).toBeDisabled();
  await shoot(page, 't2-layout-wrong');
  await page.locator('[data-board]').nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-layout=possible]')).toBeVisible();
  // Turned and flipped, by keys and by buttons.
  const second = page.locator('[data-board]').nth(1);
  const shape = async () => {
    const size = await second.boundingBox();
    return size && size.width > size.height ? 'wide' : 'tall';
  };
  const before = await shape();
  await second.focus();
  await page.keyboard.press('r');
  await expect.poll(shape).not.toBe(before);
  await page.locator('.editor').getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(shape).toBe(before);
  await second.focus();
  await page.keyboard.press('f');
  await expect(second).toHaveAccessibleName(/1910/);
  await page
    .locator('.editor')
    .getByRole('button', { name: /^Side 1920/ })
    .click();
  await expect(second).toHaveAccessibleName(/1920/);
  await page.locator('.editor').getByRole('button', { name: 'Begin with a rectangle' }).click();
  await expect(page.locator('[data-layout=possible]')).toBeVisible();
  // With the pointer: it lies where it was let go, whatever the shape of the drawing.
  const column = async () => Number(/column (\d+)/.exec((await second.getAttribute('aria-label')) ?? '')?.[1]);
  const from = await column();
  const box = await second.boundingBox();
  if (!box) throw new Error('no board');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + box.width / 5 + 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(column).toBe(from + 1);
  await page.locator('.editor').getByRole('button', { name: 'Begin with a rectangle' }).click();
  await expect(page.locator('[data-layout=possible]')).toBeVisible();
  await page.locator('form .btn.pri').click();
  await expect(page.locator('#turn-title')).toBeVisible();
  expect(watched.errors).toEqual([]);
});

test('boards are laid out by a finger on a phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  await page.goto(`${site}#/new/tramways`);
  await page.locator('select:has(option[value=explicit])').selectOption('explicit');
  await expect(page.locator('[data-layout=possible]')).toBeVisible();
  const board = page.locator('[data-board]').last();
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  if (!box) throw new Error('no board');
  const square = Math.max(box.width, box.height) / 5;
  const name = (await board.getAttribute('aria-label')) ?? '';
  const cdp = await context.newCDPSession(page);
  const at = (by: number) => ({ x: box.x + box.width / 2 + by, y: box.y + box.height / 2 });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: by === undefined ? [] : [at(by)] });
  await touch('touchStart', 0);
  for (let i = 1; i <= 8; ++i) await touch('touchMove', (i * square) / 4);
  await touch('touchEnd');
  // Two squares to the right, and the page did not scroll away under the finger.
  const column = (text: string) => Number(/column (\d+)/.exec(text)?.[1]);
  await expect.poll(async () => column((await board.getAttribute('aria-label')) ?? '')).toBe(column(name) + 2);
  await expectWhole(page, 'layout editor on a phone');
  await expectAccessible(page, 'layout editor on a phone');
  await shoot(page, 't2-layout-phone');
  await context.close();
});

test('on a phone squares stay as large as a finger while one is to be chosen, and answers lie beside the board', async ({
  browser,
}) => {
  const [position] = await findPositions({ game: 'tramways', players: 4, level: 'easy', seed: 'phone' }, [
    when('track', 'act1', 1, 'lay_track'),
  ]);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  await open(page, (position as Found).file);
  await uncovered(page);
  const field = page.locator('[data-field="0,0"]');
  await page.locator('[data-offer=lay_track]').click();
  await expect.poll(async () => (await field.boundingBox())?.width ?? 0).toBeGreaterThan(34);
  // Everything can be reached: what is lit lies around the middle, the rest is a drag away, and one press shows it all again.
  await expect(page.locator('.options .how')).toBeVisible();
  const box = await page.locator('.board').boundingBox();
  const water = page.locator('[data-field]').filter({ has: page.locator('.f-water') });
  await water.first().dispatchEvent('click');
  expect((await page.getByRole('dialog').boundingBox())?.y ?? 0).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  await page.locator('.tools .btn:not([disabled])').last().click();
  await expect.poll(async () => (await field.boundingBox())?.width ?? 0).toBeLessThan(30);
  await context.close();
});

// What pays, and the other ways to pay, stand whole in the bar, which has one height whatever is chosen.
test('the ways to pay are whole in the bar', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const when = (view: MatchView) =>
    (view.state as { phase: string }).phase === 'act1' && view.legal.some(({ type }) => type === 'lay_track');
  const [found] = await findPositions({ game: 'tramways', players: 2, level: 'easy', seed: 'bar' }, [
    { name: 'act', when },
  ]);
  await open(page, found?.file ?? {});
  await uncovered(page);
  for (const [width, height] of [
    [1280, 800],
    [1280, 720],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press('h');
    await page.locator('[data-hinted]').click();
    await expect(page.locator('[data-way]').first()).toBeVisible();
    const beyond = await page.evaluate(() => {
      const bar = document.querySelector('.bar.tall')?.getBoundingClientRect();
      const parts = [...document.querySelectorAll('[data-paid], [data-way]')].map((one) => one.getBoundingClientRect());
      return bar && parts.filter((one) => one.top < bar.top || one.bottom > bar.bottom).length;
    });
    expect(beyond, `${width} x ${height}`).toBe(0);
    await page.keyboard.press('Escape');
  }
});
