// Every state of the tables in every size, language and theme: nothing cut, nothing over another, nothing serious for axe-core, and
// pictures under test-results/shots. The short run takes one size of each game and two languages, and shows every third state to axe-core; the long one all of them. A state is made once for a
// size and measured in each language.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expectAccessible, shoot } from './axe';
import { expectWhole, measure } from './boxes';
import { expectExplained, unexplained } from './explained';
import { act, dice, settings, watch } from './player';
import { findPositions, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';
import type { MatchView } from '../../src/table/contract';

let served: Served | undefined; // each worker serves for itself
test.describe.configure({ mode: 'parallel' });
test.beforeAll(async () => {
  served = await serveFiles();
});
test.afterAll(() => served?.stop());

const sizes = [
  ['1280', 1280, 720],
  ['390', 390, 844],
  ['1440', 1440, 900],
  ['2560', 2560, 1440],
  ['820', 820, 1180],
] as const;
const languages = ['en', 'ru', 'de', 'es'] as const;

interface State {
  name: string;
  position?: string; // none: a new match against bots, who take their time
  only?: 'wide' | 'phone';
  make?: (page: Page, wide: boolean) => Promise<void>; // what is pressed, in any language
}
interface Game {
  game: string;
  players: number;
  options?: object;
  wanted: Wanted[];
  states: State[];
}
type Raw = { step: string; phase: string; round: number & { id: string }; moves: { bids?: object[] } | null };
const raw = (view: MatchView) => view.state as unknown as Raw;
const at = (name: string, when: (state: Raw, view: MatchView) => boolean): Wanted => ({
  name,
  when: (view) => view.to_act.length > 0 && when(raw(view), view),
});
const can = (view: MatchView, type: string) => view.legal.some((action) => action.type === type);
const offer = (name: string) => async (page: Page) => page.locator(`[data-offer="${name}"]`).first().click();
const hex = async (page: Page) => page.locator('g.can[data-hex]').first().dispatchEvent('click');
const tab = (n: number) => async (page: Page) => page.locator('.tabs [role=tab]').nth(n).click();
// What whoever waits sees: decisions are made until a bot is to act.
const wait = async (page: Page) => {
  const roll = dice(5);
  await expect(async () => {
    if (await page.locator('.turn.mine, .mine.card').count()) await act(page, roll());
    expect(await page.locator('.turn.mine, .mine.card').count()).toBe(0);
  }).toPass({ intervals: [5], timeout: 30_000 });
};

const all: Game[] = [
  {
    game: '1840',
    players: 4,
    wanted: [
      at('order', (state) => state.step === 'choose_order'),
      at('private', (state) => state.step === 'bid_private' && (state.moves?.bids?.length ?? 0) > 0),
      at('par', (state) => state.step === 'buy_director'),
      at('shares', (state, view) => state.step === 'shares' && state.round.id === 'SR2' && can(view, 'sell_shares')),
      at('dividend', (state) => state.step === 'dividend'),
      at('trams', (state, view) => state.step === 'trams' && can(view, 'buy_tram')),
      at('line', (state) => state.step === 'bid_line' && (state.moves?.bids?.length ?? 0) > 0),
      at(
        'nowhere', // no marker can be placed or removed, and the rows say so beside their prices
        (state, view) =>
          state.step === 'build' && can(view, 'lay_tile') && !can(view, 'place_marker') && !can(view, 'remove_marker'),
      ),
      at('build', (state, view) => state.step === 'build' && state.round.id === 'LR3a' && can(view, 'lay_tile')),
    ],
    states: [
      { name: 'order', position: 'order' },
      { name: 'private', position: 'private', make: offer('bid') },
      { name: 'par', position: 'par', make: offer('par') },
      { name: 'shares', position: 'shares', make: offer('sell') },
      { name: 'dividend', position: 'dividend' },
      { name: 'trams', position: 'trams', make: offer('tram') },
      { name: 'line', position: 'line', make: offer('bid') },
      { name: 'waiting', make: wait },
      { name: 'build', position: 'build', make: hex },
      { name: 'nowhere', position: 'nowhere' },
      { name: 'run', position: 'build', make: offer('run') },
      {
        name: 'ledger',
        position: 'build',
        make: async (page, wide) => {
          if (wide) await page.keyboard.press('e');
          else await tab(1)(page);
        },
      },
      { name: 'market', position: 'build', only: 'phone', make: tab(2) },
      { name: 'log', position: 'build', only: 'phone', make: tab(3) },
    ],
  },
  {
    game: 'tramways',
    players: 4,
    wanted: [
      at('book', (state) => state.phase === 'setup.book'),
      at('bid', (state) => state.phase === 'auction.bid' && state.round >= 2),
      at('act', (state, view) => state.phase === 'act1' && state.round >= 3 && can(view, 'lay_track')),
      at('ride', (state, view) => /^act/.test(state.phase) && state.round >= 3 && can(view, 'move_passenger')),
      at('build', (state, view) => /^act/.test(state.phase) && state.round >= 2 && can(view, 'build')),
      at('admin', (state, view) => state.phase === 'admin' && can(view, 'admin_play')),
      at('hand', (state) => state.phase === 'final_hand'),
    ],
    states: [
      { name: 'book', position: 'book', make: offer('book') },
      { name: 'waiting', make: wait },
      { name: 'bid', position: 'bid', make: offer('bid') },
      {
        name: 'track',
        position: 'act',
        make: async (page) => {
          await offer('lay_track')(page);
          for (let i = 0; i < 4 && !(await page.locator('[data-confirm]:not(:disabled)').count()); ++i) {
            await page
              .locator('g.can[data-field]')
              .nth(i ? 0 : 1)
              .dispatchEvent('click');
            await page.waitForTimeout(80);
          }
        },
      },
      {
        name: 'ride',
        position: 'ride',
        make: async (page) => {
          await offer('move_passenger')(page);
          await page.locator('g.can[data-field]').first().dispatchEvent('click');
          // Where each link leads and what it costs stands beside it, on every screen.
          await expect(page.locator('[data-offer=ride]').first()).toBeInViewport({ ratio: 1 });
          await offer('ride')(page);
        },
      },
      {
        name: 'build',
        position: 'build',
        make: async (page) => {
          await offer('build')(page);
          await page.locator('g.can[data-field]').first().dispatchEvent('click');
          await expect(page.locator('[data-confirm]')).toBeVisible();
          await expect(page.locator('[data-offer=building]').first()).toBeVisible();
        },
      },
      { name: 'admin', position: 'admin', make: (page) => page.locator('[data-symbol]').first().click() },
      {
        name: 'hand',
        position: 'hand',
        make: (page) => page.locator('[data-offer=card]').first().dispatchEvent('click'),
      },
      { name: 'players', position: 'act', only: 'phone', make: tab(1) },
      { name: 'offer', position: 'act', only: 'phone', make: tab(2) },
      { name: 'log', position: 'act', only: 'phone', make: tab(3) },
    ],
  },
];

async function open(page: Page, game: string, found: Found | undefined): Promise<void> {
  await page.goto(`${served?.site ?? ''}#/`);
  if (found)
    await page.locator('input[type=file]').setInputFiles({
      name: `${found.name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(found.file)),
    });
  else await page.locator(`[data-game="${game}"] button.pri`).click();
  await expect(page.locator('#turn-title, .cards [data-card]').first()).toBeVisible({ timeout: 60_000 });
}

test('the measuring finds what is cut, outside or over something else, and nothing on a good page', async ({
  page,
}) => {
  await page.setContent('<main><p>all is well</p><button>yes</button></main>');
  expect(await measure(page)).toEqual([]);
  await page.setContent(`<main>
    <p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">far too long for its box</p>
    <p style="margin-left:calc(100vw - 40px);white-space:nowrap">leaves the screen on its right side</p>
    <button style="width:40px;padding:0;white-space:nowrap">a word too many</button>
    <b style="display:block;height:4px">above</b><i style="display:block">below</i></main>`);
  expect((await measure(page)).map((text) => text.split(':')[0])).toEqual([
    ...['cut', 'outside', 'beyond its button', 'over each other'],
  ]);
});

test('the look for what explains itself finds what does not', async ({ page }) => {
  await page.goto(served?.site ?? '');
  await expect(page.locator('[data-game] button.pri').first()).toBeVisible();
  expect(await unexplained(page)).toEqual([]);
  await page.evaluate(() => {
    const add = (html: string) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
    add('<p><button aria-label="A name"><svg width="20" height="20"></svg></button></p>'); // its name is shown
    add('<p><svg width="20" height="20"></svg> with words</p>');
    add('<p><button><svg width="20" height="20" id="one"></svg></button></p>');
    add('<p><svg width="20" height="20" id="two"></svg> 12</p>');
  });
  const found = await unexplained(page);
  expect(found.some((text) => text.includes('id="one"'))).toBe(true);
  expect(found.some((text) => text.includes('id="two"'))).toBe(true);
  expect(found.filter((text) => !/id="(one|two)"/.test(text))).toEqual([]);
});

test('what a first visit loads before the engine is below 220 KiB, compressed', async ({ page }) => {
  const paths = new Set<string>();
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (response.ok() && !/engine\.wasm|sw\.js|icon|\/api\//.test(path)) paths.add(path);
  });
  await page.goto(served?.site ?? '');
  await expect(page.locator('article').nth(1).locator('svg.map').first()).toBeAttached();
  // Measured in the folder: a browser may have let go of what it has used.
  const all = [...paths].map((path) => {
    const body = readFileSync(join(import.meta.dirname, '../../dist', path === '/' ? 'index.html' : path));
    return path.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length;
  });
  const kib = all.reduce((sum, size) => sum + size, 0) / 1024;
  expect(kib).toBeGreaterThan(100); // something was measured
  expect(kib).toBeLessThan(220);
});

async function speak(page: Page, language: string): Promise<void> {
  await page.locator('.menu > button').click();
  await page.locator(`.pop button[lang=${language}]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const { game, players, wanted, states } of all)
  for (const [tag, lookedAt, spoken] of [
    ['', sizes.filter(([size]) => size === (game === '1840' ? '1280' : '390')), languages.slice(0, 2)],
    ['@long ', sizes, languages],
  ] as const)
    for (const [size, width, height] of lookedAt)
      test(`${tag}states of ${game}, ${size}`, async ({ page }) => {
        test.setTimeout(1_200_000);
        const wide = width >= 1024;
        const watched = watch(page, /\/api\//);
        await settings(page, { botPause: 600_000, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
        await page.setViewportSize({ width, height });
        const found = await findPositions({ game, players, level: 'easy', seed: 'states' }, wanted);
        for (const [i, state] of states.entries()) {
          const closely = tag !== '' || i % 3 === 2;
          if (state.only === 'wide' ? !wide : state.only === 'phone' && wide) continue;
          await open(page, game, state.position ? found.find(({ name }) => name === state.position) : undefined);
          let title: string | null = null; // what the bar says is chosen, in the first language
          for (const language of spoken)
            await test.step(`${game}-${state.name}-${size}-${language}`, async () => {
              const where = `${game}-${state.name}-${size}-${language}`;
              if (language === spoken[0]) await state.make?.(page, wide);
              else await speak(page, language);
              await page.waitForTimeout(150);
              const bar = page.locator('.decide .what > b').first();
              const said = (await bar.count()) ? await bar.textContent() : null;
              if (language === spoken[0]) title = said;
              else if (title) {
                expect.soft(said, `${where} speaks its language`).not.toBe(title);
                // Names are written large; orange is German, too.
                const words = (text: string | null) =>
                  (text ?? '').split(/[^\p{L}]+/u).filter((one) => /^[a-z]{4,}$/.test(one));
                const foreign = words(title).filter((one) => one !== 'orange' && words(said).includes(one));
                expect.soft(foreign, `${where}: words of another language`).toEqual([]);
              }
              await expectWhole(page, where);
              if (tag || language === 'en') await shoot(page, `state-${where}`);
              if (language === 'en' && closely) {
                await expectAccessible(page, where);
                await expectExplained(page, where);
              }
            });
          await speak(page, spoken[0]);
        }
        expect(watched.errors).toEqual([]);
      });
