// Every main view, looked at: nothing serious for axe-core in light and dark, nothing wider than its screen, no error; and its
// pictures under test-results/shots. In long runs: states.spec.ts looks at the same steps, with something chosen, in fast ones.
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, shoot } from './axe';
import { settings, watch } from './player';
import { findPositions, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';

let served: Served | undefined; // each worker serves for itself
let site = '';

test.describe.configure({ mode: 'parallel' }); // the longest file: both workers share it
test.beforeAll(async () => {
  served = await serveFiles();
  site = served.site;
});
test.afterAll(() => served?.stop());

async function open(page: Page, found: Found): Promise<void> {
  await page.goto(`${site}#/`);
  await page.locator('input[type=file]').setInputFiles({
    name: `${found.name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(found.file)),
  });
  await expect(page.locator('#turn-title, [data-over]').first()).toBeVisible();
}

type View1840 = { step: string; round: { id: string } };
type ViewTramways = { phase: string; round: number };
const step = (name: string, at: string, round?: string): Wanted => ({
  name: `1840-${name}`,
  when: (view) =>
    (view.state as View1840).step === at && (round === undefined || (view.state as View1840).round.id === round),
});
const phase = (name: string, at: string, round: number): Wanted => ({
  name: `tramways-${name}`,
  when: (view) => (view.state as ViewTramways).phase === at && (view.state as ViewTramways).round >= round,
});
// An action phase in which this kind of action is open.
const able = (name: string, type: string, round: number): Wanted => ({
  name: `tramways-${name}`,
  when: (view) =>
    /^act\d$/.test((view.state as ViewTramways).phase) &&
    (view.state as ViewTramways).round >= round &&
    view.legal.some((action) => action.type === type),
});
const end = (game: string): Wanted => ({ name: `${game}-end`, when: (view) => view.outcome !== null });

interface Views {
  played: Parameters<typeof findPositions>[0];
  wanted: Wanted[];
}
const views: Views[] = [
  {
    played: { game: '1840', players: 4, level: 'medium', seed: 'views' },
    wanted: [
      step('private', 'bid_private'),
      step('order', 'choose_order'),
      step('par', 'buy_director'),
      step('shares', 'shares', 'SR2'),
      step('dividend', 'dividend', 'CR4'),
      step('trams', 'trams', 'CR3'),
      step('lines', 'bid_line', 'CR2'),
      step('build', 'build', 'LR3a'),
      end('1840'),
    ],
  },
  {
    played: { game: 'tramways', players: 3, level: 'medium', seed: 'views' },
    wanted: [
      phase('setup', 'setup.book', 0),
      phase('auction', 'auction.bid', 2),
      able('act', 'lay_track', 3),
      able('passenger', 'move_passenger', 3),
      able('build', 'build', 2),
      phase('admin', 'admin', 3),
      end('tramways'),
    ],
  },
];

// The same view with something chosen.
const offer = (name: string) => (page: Page) => page.locator(`[data-offer=${name}]`).click();
const lit = async (page: Page) => {
  await page.locator('g.can[data-field]').first().dispatchEvent('click');
  await expect(page.locator('[data-confirm]')).toBeVisible();
};
const after: Record<string, (page: Page) => Promise<void>> = {
  '1840-build': (page) => page.locator('g.can[data-hex]').first().dispatchEvent('click'),
  'tramways-act': offer('lay_track'),
  'tramways-passenger': async (page) => {
    await offer('move_passenger')(page);
    await page.locator('g.can[data-field]').first().dispatchEvent('click');
    // Where each link leads and what it costs stands beside it, on every screen.
    await expect(page.locator('[data-offer=ride]').first()).toBeInViewport({ ratio: 1 });
    await page.locator('[data-offer=ride]').first().click();
  },
  'tramways-build': async (page) => {
    await offer('build')(page);
    await lit(page);
    await expect(page.locator('[data-offer=building]').first()).toBeVisible();
  },
};

test('track is drawn with the pointer, with its price while it grows', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  const [found] = await findPositions({ game: 'tramways', players: 3, level: 'medium', seed: 'draw-2' }, [
    { name: 'tramways-draw', when: (view) => view.legal.filter((action) => action.type === 'lay_track').length >= 40 },
  ]);
  if (!found) throw new Error('no position');
  await open(page, found);
  await page.locator('[data-offer=lay_track]').click();
  const at = async (field: string) => {
    const box = await page.locator(`g[data-field="${field}"]`).boundingBox();
    if (!box) throw new Error(field);
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  };
  // From any lit building over the fields that light up, one after another, with the button held.
  const start = (await page.locator('g.can[data-field]').first().getAttribute('data-field')) ?? '';
  const from = await at(start);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 2);
  const drawn = [start];
  for (let i = 0; i < 3; ++i) {
    const [x, y] = (drawn.at(-1) ?? '0,0').split(',').map(Number) as [number, number];
    const beside = [`${x + 1},${y}`, `${x},${y + 1}`, `${x - 1},${y}`, `${x},${y - 1}`];
    for (const field of beside.filter((name) => !drawn.includes(name))) {
      if (drawn.length > 1 && (await page.locator(`g.can[data-field="${field}"]`).count()) === 0) continue;
      if ((await page.locator(`g[data-field="${field}"]`).count()) === 0) continue;
      const to = await at(field);
      await page.mouse.move(to.x, to.y, { steps: 4 });
      drawn.push(field);
      break;
    }
  }
  await page.mouse.up();
  expect(drawn.length).toBeGreaterThan(2);
  await expect(page.locator('.decide')).toContainText('Lay track:');
  await expect(page.locator('.decide [data-paid]').first()).toHaveAttribute('aria-label', /\d rails?, /);
  await shoot(page, 'tramways-drawing');
  await page.keyboard.press('Escape');
  await expect(page.locator('.decide')).not.toContainText('Lay track:');
  // On a phone nothing moves under the finger, and what it is paid with is shown.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-offer=lay_track]').click();
  const places = [await at(start)];
  await expect(async () => {
    places.push(await at(start)); // the board has found its place on the small page
    expect(places.at(-1)).toEqual(places.at(-2));
  }).toPass({ intervals: [150] });
  // The board fills the width there: what lies above or below is brought into sight by dragging a square where nothing can start.
  const board = await page.locator('.board').boundingBox();
  if (!board) throw new Error('no board');
  const middle = board.y + board.height / 2;
  for (const id of await page
    .locator('g[data-field]:not(.can)')
    .evaluateAll((all) => all.map((g) => g.getAttribute('data-field')))) {
    const held = await at(id ?? '');
    if (Math.abs(held.y - middle) > 40 || held.x > 300) continue;
    await page.mouse.move(held.x, held.y);
    await page.mouse.down();
    await page.mouse.move(held.x, held.y + middle - (await at(start)).y, { steps: 4 });
    await page.mouse.up();
    break;
  }
  const pressed = await at(start);
  expect(pressed.y).toBeGreaterThan(board.y);
  await page.mouse.move(pressed.x, pressed.y);
  await page.mouse.down();
  for (const field of drawn.slice(1)) {
    const to = await at(field);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    expect(await at(start)).toEqual(pressed);
  }
  await page.mouse.up();
  expect(await at(start)).toEqual(pressed);
  await expect(page.locator('[data-symbol]').first()).toBeVisible();
  await shoot(page, 'tramways-drawing-phone');
  expect(watched.errors).toEqual([]);
});

// Tables fit their cards, or scroll in a frame of their own; what is offered in them is never cut off.
async function expectWhole(page: Page, where: string): Promise<void> {
  const look = () =>
    page.locator('table [data-offer], .card table').evaluateAll((all) =>
      all
        .filter((element) => {
          if (element.localName === 'table' && (element.closest('.scroll, .sr') || element.matches('.sr')))
            return false;
          const frame = element.closest('.scroll, .card')?.getBoundingClientRect();
          return (
            frame !== undefined &&
            element.getClientRects().length > 0 &&
            element.getBoundingClientRect().right > Math.min(frame.right, innerWidth) + 0.5
          );
        })
        .map((element) => element.textContent.slice(0, 80)),
    );
  // The page lays itself out anew after a change of width: what counts is where it comes to rest.
  let cut = await look();
  for (let tries = 0; cut.length > 0 && tries < 20; ++tries) {
    await page.waitForTimeout(50);
    cut = await look();
  }
  expect.soft(cut, `${where}: cut off`).toEqual([]);
}

// The words of other languages are longer, and medium widths have little room beside the board.
async function expectWholeInOtherLanguages(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  for (const lang of ['de', 'es', 'ru', 'en']) {
    await page.locator('.menu > button').click();
    await page.locator(`.pop button[lang=${lang}]`).click();
    await page.keyboard.press('Escape');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    for (const width of [1440, 1100]) {
      await page.setViewportSize({ width, height: 800 });
      await expectWhole(page, `${where}, ${lang}, ${width}`);
    }
  }
  if (before) await page.setViewportSize(before);
}

async function lookAtAll(page: Page, { played, wanted }: Views, size: string): Promise<void> {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const watched = watch(page, /\/api\//);
  const found = await findPositions(played, wanted);
  expect(found.length).toBe(wanted.length);
  for (const position of found) {
    await open(page, position);
    await expectAccessible(page, `${position.name}, ${size}`);
    await expectWhole(page, `${position.name}, ${size}`);
    await shoot(page, `${position.name}-${size}`);
    const more = after[position.name];
    if (more) {
      await more(page);
      await expectAccessible(page, `${position.name}, chosen, ${size}`);
      await shoot(page, `${position.name}-chosen-${size}`);
    }
  }
  expect(watched.errors).toEqual([]);
}

test('@long the widest tables in all languages and medium widths', async ({ page }) => {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  const [found] = await findPositions({ game: '1840', players: 4, level: 'medium', seed: 'views' }, [
    step('shares', 'shares', 'SR2'),
  ]);
  if (!found) throw new Error('no position');
  await open(page, found);
  await expectWholeInOtherLanguages(page, found.name);
});

for (const which of views) {
  for (const [size, width, height] of [
    ['desktop', 1366, 768],
    ['tablet', 820, 1180],
    ['phone', 360, 740],
  ] as const)
    test(`@long views of ${which.played.game} on a ${size}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await lookAtAll(page, which, size);
    });
}
