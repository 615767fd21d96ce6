// The table of 1840 as a person uses it: every kind of action composed by clicks alone, every hint chosen, the ledger, the sizes, and
// small faults that once were there.
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, shoot } from './axe';
import { settings, watch, wishFor } from './player';
import { after, findPositions, viewOf, type Found, type Wanted } from './positions';
import { serveFiles, type Served } from './servers';
import type { Action, MatchView } from '../../src/table/contract';

let site = '';
let served: Served | undefined;
const positions = new Map<string, Found>();

interface Raw {
  step: string;
  round: { id: string };
  offer: object | null;
  players: { cash: number; wealth: number; worth: Record<string, number> }[];
  moves: { offers?: { private: string; price: { min: number }; at_once: boolean }[]; bids?: object[] } | null;
}
const raw = (view: MatchView) => view.state as unknown as Raw;
const able = (type: string, more: (view: MatchView) => boolean = () => true): Wanted => ({
  name: type,
  when: (view) => view.legal.some((action) => action.type === type) && more(view),
});
const at = (name: string, step: string, round?: string): Wanted => ({
  name,
  when: (view) => raw(view).step === step && (round === undefined || raw(view).round.id === round),
});
const ranged = (view: MatchView, type: string, key: string, least: number) =>
  view.legal.some((action) => {
    const range = action[key] as { min: number; max: number; step: number } | undefined;
    return action.type === type && (range?.max ?? 0) - (range?.min ?? 0) >= least;
  });

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(600_000);
  served = await serveFiles();
  site = served.site;
  const list = await findPositions({ game: '1840', players: 4, level: 'easy', seed: 'kinds' }, [
    at('bid_private', 'bid_private'),
    at('open_private', 'open_private'),
    able('choose_order'),
    able('buy_director'),
    at('sr1', 'shares', 'SR1'),
    able('buy_share', (view) => raw(view).round.id !== 'SR1'),
    able('sell_shares', (view) => ranged(view, 'sell_shares', 'count', 1)),
    able('return_private'),
    able('dividend', (view) => ranged(view, 'dividend', 'amount', 100)),
    able('buy_tram'),
    able('scrap_tram'),
    able('assign_trams', (view) => view.legal.filter((action) => action.type === 'assign_trams').length > 1),
    at('name_line', 'name_line'),
    { name: 'bid_line', when: (view) => raw(view).step === 'bid_line' && (raw(view).moves?.bids?.length ?? 0) > 0 },
    able('lay_tile', (view) => raw(view).step === 'build' && raw(view).round.id !== 'LR1a'),
    able('place_marker', (view) => raw(view).step === 'build'),
    able('remove_marker', (view) => raw(view).step === 'build'),
    {
      name: 'offer_private',
      when: (view) => (raw(view).moves?.offers ?? []).some((offer) => !offer.at_once && offer.price.min === 1),
    },
    able('run'),
    { name: 'end', when: (view) => view.outcome !== null },
  ]);
  for (const found of list) positions.set(found.name, found);
  const offered = positions.get('offer_private');
  if (offered)
    positions.set(
      'accept_offer',
      await after(offered, 'accept_offer', (view) => {
        const offer = raw(view).moves?.offers?.find((entry) => !entry.at_once);
        return { type: 'offer_private', private: offer?.private ?? '', price: 3 };
      }),
    );
});
test.afterAll(() => served?.stop());
async function prepared(page: Page): Promise<Page> {
  await settings(page, { botPause: 0, language: 'en', motion: 'reduced', name: 'Mia', theme: 'light' });
  return page;
}
test.beforeEach(async ({ page }) => {
  await prepared(page);
});

async function open(page: Page, name: string): Promise<void> {
  const found = positions.get(name);
  if (!found) throw new Error(name);
  await page.goto(`${site}#/`);
  await page.locator('input[type=file]').setInputFiles({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(found.file)),
  });
  await expect(page.locator('#turn-title, [data-over]').first()).toBeVisible();
}

const moves = (page: Page) =>
  page.locator('[aria-label="History"] .c').evaluate((element) => Number(element.textContent));
const offer = (page: Page, name: string) => page.locator(`[data-offer="${name}"]`);

// How each kind is put together: clicks before the confirmation, and what the bar then says. `clicks` is the number promised.
interface Way {
  from?: string; // the position, where it has another name
  clicks: number;
  do: (page: Page) => Promise<number>;
  says: RegExp;
}
const one = async (page: Page, name: string) => {
  await offer(page, name).first().click();
  return 1;
};
const unfold = async (page: Page, name: string, nth = 0) => {
  const place = page.locator(`details:has([data-offer="${name}"])`).first();
  let clicks = 0;
  if (!(await offer(page, name).nth(nth).isVisible())) {
    await place.locator('summary').click();
    ++clicks;
  }
  await offer(page, name).nth(nth).click();
  return clicks + 1;
};
// The first private that belongs to somebody else: the price begins at its least, that of an own one at its most.
const ofAnother = async () => {
  const found = positions.get('offer_private');
  if (!found) throw new Error('offer_private');
  return raw(await viewOf(found)).moves?.offers?.findIndex((entry) => !entry.at_once && entry.price.min === 1);
};
const hexOf = async (page: Page, mode?: string) => {
  let clicks = 0;
  if (mode) {
    await page.locator(`[data-act="${mode}"]`).click();
    ++clicks;
  }
  await page.locator('g.can[data-hex]').first().dispatchEvent('click');
  return clicks + 1;
};
const ways: Record<string, Way> = {
  pass: { from: 'buy_share', clicks: 1, do: (page) => one(page, 'pass'), says: /pass/i },
  bid_private: {
    clicks: 2,
    do: async (page) => {
      const clicks = await one(page, 'bid');
      await page.locator('.turn .stepper button').last().click();
      return clicks + 1;
    },
    says: /bid/i,
  },
  choose_order: { clicks: 1, do: (page) => one(page, 'order'), says: /card/i },
  buy_director: { clicks: 1, do: (page) => one(page, 'par'), says: /.+/ },
  buy_share: { clicks: 1, do: (page) => one(page, 'buy'), says: /buy/i },
  sell_shares: {
    clicks: 2,
    do: async (page) => {
      // Of the companies on offer one with two shares to sell: a second press sells two.
      for (const button of await offer(page, 'sell').all()) {
        await button.click();
        await button.click();
        if (await page.locator('.decide b', { hasText: /2 shares/ }).count()) return 2;
      }
      throw new Error('nobody can sell two');
    },
    says: /2 shares/,
  },
  return_private: { clicks: 2, do: (page) => unfold(page, 'return'), says: /return/i },
  dividend: {
    clicks: 1,
    do: async (page) => {
      await offer(page, 'dividend').first().click();
      return 1;
    },
    says: /0/,
  },
  buy_tram: { clicks: 1, do: (page) => one(page, 'tram'), says: /tram/i },
  scrap_tram: { clicks: 2, do: (page) => unfold(page, 'scrap'), says: /scrap/i },
  assign_trams: { clicks: 1, do: (page) => one(page, 'assign'), says: /tram/i },
  name_line: {
    clicks: 2,
    do: async (page) => {
      const clicks = await one(page, 'bid');
      await page.locator('.turn .stepper button').last().click();
      return clicks + 1;
    },
    says: /line/i,
  },
  bid_line: { clicks: 1, do: (page) => one(page, 'bid'), says: /line/i },
  lay_tile: { clicks: 1, do: (page) => hexOf(page), says: /tile|marker/i },
  place_marker: { clicks: 2, do: (page) => hexOf(page, '3'), says: /marker/i },
  remove_marker: { clicks: 2, do: (page) => hexOf(page, '4'), says: /remove/i },
  offer_private: {
    clicks: 3,
    do: async (page) => {
      const clicks = await unfold(page, 'offer', await ofAnother());
      await page.locator('.turn .stepper button').last().click();
      return clicks + 1;
    },
    says: /offer 2/i,
  },
  accept_offer: { clicks: 1, do: (page) => one(page, 'accept_offer'), says: /accept/i },
  decline_offer: { from: 'accept_offer', clicks: 1, do: (page) => one(page, 'decline_offer'), says: /decline/i },
  run: { clicks: 1, do: (page) => one(page, 'run'), says: /run/i },
};

test('every kind of action is composed by clicks alone, within the promised number', async ({ page }) => {
  test.setTimeout(300_000);
  const watched = watch(page, /\/api\//);
  for (const [kind, way] of Object.entries(ways)) {
    await open(page, way.from ?? kind);
    const before = await moves(page);
    const clicks = await way.do(page);
    expect(clicks, kind).toBeLessThanOrEqual(way.clicks);
    await expect(page.locator('[data-confirm]'), kind).toBeVisible();
    await expect(page.locator('.decide b').first(), kind).toHaveText(way.says);
    await page.locator('[data-confirm]').click();
    await expect.poll(() => moves(page), { message: kind }).toBeGreaterThan(before);
    expect(await page.locator('[role=alert] button').count(), `${kind} refused`).toBe(0);
  }
  expect(watched.errors).toEqual([]);
});

for (const [title, only] of [
  ['a hint', /^(bid_private|lay_tile)$/],
  ['@long a hint of every kind', /./],
] as const)
  test(`${title} names everything, and choosing it leaves only the confirmation`, async ({ page }) => {
    test.setTimeout(300_000);
    let wish: Action = { type: 'pass' };
    await wishFor(page, () => wish);
    const kinds = Object.entries(ways)
      .filter(([kind]) => only.test(kind))
      .map(([kind, way]) => [kind, way.from ?? kind] as const);
    for (const [kind, from] of kinds) {
      const found = positions.get(from);
      if (!found) throw new Error(from);
      const view = await viewOf(found);
      const type = /^(bid|name)_/.test(kind) ? 'bid' : kind;
      const entry = view.legal.find((action) => action.type === type);
      if (!entry) throw new Error(kind);
      wish = Object.fromEntries(
        Object.entries(entry).map(([key, value]) => [
          key,
          typeof value === 'object' && value !== null && 'min' in value ? value.max : value,
        ]),
      ) as Action;
      await page.reload();
      await open(page, from);
      if (type === 'dividend') await page.keyboard.press('Escape'); // one is chosen to begin with
      await page.locator('.decide').getByRole('button', { name: 'Hint' }).click();
      await page.locator('[data-hinted]').click();
      await expect(page.locator('[data-confirm]'), kind).toBeVisible();
      await expect(page.locator('.decide b').first(), kind).not.toHaveText(/undefined|null|\{/);
      if (typeof wish.hex === 'string')
        await expect(page.locator('svg.map .selh'), `${kind} is lit on the map`).toHaveCount(1);
    }
  });

test('the ledger: a real table that sorts, looks back, explains its numbers and can be saved', async ({ page }) => {
  const watched = watch(page, /\/api\//);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'offer_private');
  const panel = page.getByRole('region', { name: 'Ledger' });
  await expect(panel.getByRole('columnheader', { name: 'Can run' })).toBeVisible();
  await expect(panel.locator('tbody th[scope=row]')).toHaveCount(5); // four companies, and the players' row
  await panel.locator('td button').first().focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: 'Ledger' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page, 'ledger');
  await shoot(page, '1840-ledger-xl');
  const column = () => sheet.locator('table').first().locator('tbody tr:has(svg) th').allTextContents();
  const before = await column();
  await sheet.getByRole('button', { name: 'Treasury' }).click();
  await expect(sheet.getByRole('columnheader', { name: 'Treasury' })).toHaveAttribute('aria-sort', 'descending');
  expect([...(await column())].sort()).toEqual([...before].sort());
  const table = sheet.getByRole('table').first();
  await expect(table.getByRole('columnheader', { name: 'LR1a' })).toHaveCount(1);
  await sheet.getByLabel('As of').selectOption('SR1');
  await expect(table.getByRole('columnheader', { name: 'LR1a' })).toHaveCount(0);
  await sheet.getByLabel('As of').selectOption('now');
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^1840-.*\.csv$/);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(watched.errors).toEqual([]);
});

test('the result: every row adds up', async ({ page }) => {
  await open(page, 'end');
  const rows = page.locator('[data-result] tbody tr');
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) {
    const cells = (await row.locator('td').allTextContents()).map(
      (text) => Number(text.replace('−', '-').replace(/[+ ]/g, '').replace('–', '0')) || 0,
    );
    const [cash = 0, tram = 0, stadtbahn = 0, privates = 0, loans = 0, wealth = 0] = cells;
    expect(cash + tram + stadtbahn + privates + loans).toBe(wealth);
  }
  for (const card of await page.locator('.card').all()) expect((await card.innerText()).trim()).not.toBe('');
  await expectAccessible(page, 'result');
  await shoot(page, '1840-result');
});

// Sizes: what must be pressed is in sight, and nothing covers another part. The tightest ones in the fast tests.
const sizes: [string, number, number, string?][] = [
  ['xxl', 2560, 1440, '@long '],
  ['xl', 1440, 900, '@long '],
  ['m', 1280, 720],
  ['s', 1024, 768, '@long '],
  ['phone', 390, 844, '@long '],
  ['small-phone', 360, 740, '@long '],
];
for (const [size, width, height, tag = ''] of sizes)
  test(`${tag}all in sight at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const name of ['lay_tile', 'bid_line', 'bid_private', 'sell_shares', 'dividend', 'buy_tram', 'buy_director']) {
      await open(page, name);
      const where = `${name}, ${size}`;
      const box = async (selector: string) => {
        const found = await page.locator(selector).first().boundingBox();
        if (!found) throw new Error(`${where}: no ${selector}`);
        return found;
      };
      const decide = await box('.decide');
      expect(decide.y + decide.height, where).toBeLessThanOrEqual(height + 1);
      const pass = offer(page, 'pass').or(offer(page, 'run'));
      if (await pass.count()) await expect(pass.first(), where).toBeInViewport();
      if (width >= 1024) {
        const [board, side, tabs] = [await box('.board'), await box('.turn'), await box('[role=tablist]')];
        expect(board.x + board.width, where).toBeLessThanOrEqual(side.x);
        expect(side.y + side.height, where).toBeLessThanOrEqual(tabs.y);
        expect(tabs.y, where).toBeLessThan(height - 60);
        if (size === 'm') expect([board.width >= 930, board.height >= 570], where).toEqual([true, true]);
        await expect(page.getByRole('region', { name: 'Ledger' }), where).toBeInViewport();
      } else {
        const sheet = await box('.sheet');
        expect(sheet.y, `${where}: the decision first`).toBeLessThan(230);
      }
      // No words are cut off inside a button of the turn, and none leaves its card.
      const cut = await page.locator('.turn button, .turn td, .turn th').evaluateAll((all) =>
        all
          .filter((element) => {
            const card = element.closest('.turn')?.getBoundingClientRect();
            const me = element.getBoundingClientRect();
            return me.width > 0 && card !== undefined && me.right > card.right + 0.5;
          })
          .map((element) => element.textContent),
      );
      expect.soft(cut, where).toEqual([]);
      await shoot(page, `1840-${name}-${size}`);
    }
  });

// Small faults that once were there, each by itself: what brings one back fails its own test.
// They share a page: each begins with a position of its own.
let faulty: Page | undefined;
function fault(title: string, check: (page: Page) => Promise<void>): void {
  test(title, async ({ browser }) => {
    faulty ??= await prepared(await browser.newPage());
    await faulty.setViewportSize({ width: 1280, height: 720 });
    await check(faulty);
  });
}

fault('a dividend that is shown as chosen can be confirmed', async (page) => {
  await open(page, 'dividend');
  await expect(page.locator('[data-confirm]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-confirm]')).toHaveCount(0);
  await expect(page.locator('.chips .soft')).toHaveCount(0);
});

fault('the first share round does not speak of selling', async (page) => {
  await open(page, 'sr1');
  await expect(page.locator('.turn')).not.toContainText(/sell as much/i);
  await expect(offer(page, 'sell')).toHaveCount(0);
});

fault('shares in the bank are one number', async (page) => {
  await open(page, 'buy_share');
  await expect(page.locator('.turn')).not.toContainText(/\d \+ \d/);
});

fault('no ring is left on the hex that was clicked last', async (page) => {
  await open(page, 'lay_tile');
  await page.locator('g.can[data-hex]').first().dispatchEvent('click');
  await page.keyboard.press('Escape');
  await expect(page.locator('svg.map .foc, svg.map .selh')).toHaveCount(0);
});

fault('gain pills lie above all rings', async (page) => {
  await open(page, 'lay_tile');
  const order = await page
    .locator('svg.map .lg, svg.map .gain')
    .evaluateAll((all) => all.map((element) => element.classList.contains('gain')));
  expect(order.lastIndexOf(false)).toBeLessThan(order.includes(true) ? order.indexOf(true) : Infinity);
});

fault('a second click turns the tile, and coming back finds it turned', async (page) => {
  await open(page, 'lay_tile');
  const lit = page.locator('g.can[data-hex]');
  let turned = false;
  for (let i = 0; i < (await lit.count()) && !turned; ++i) {
    await lit.nth(i).dispatchEvent('click');
    const says = () => page.locator('.decide .what').innerText();
    const first = await says();
    if (!/rotation 1 of/.test(first)) continue;
    await lit.nth(i).dispatchEvent('click');
    await expect.poll(says).toContain('rotation 2 of');
    await page.keyboard.press('Escape');
    await lit.nth(i).dispatchEvent('click');
    await expect.poll(says).toContain('rotation 2 of');
    turned = true;
  }
  expect(turned).toBe(true);
  await page.keyboard.press('Escape');
});

fault(
  '"Why not?" is about the hex that was touched, with a rule that can be opened, and Esc closes it',
  async (page) => {
    await open(page, 'lay_tile');
    const dark = page.locator('svg.map g[data-hex]:not(.can)');
    const lit = await page.locator('g.can[data-hex]').evaluateAll((all) => all.map((g) => g.getAttribute('data-hex')));
    for (const id of ['A3', 'K21', 'D20']) {
      if (lit.includes(id)) continue;
      await dark
        .and(page.locator(`[data-hex="${id}"]`))
        .first()
        .dispatchEvent('click');
      const why = page.getByRole('dialog', { name: 'Why not?' });
      await expect(why).toContainText(id);
      await expect(why.locator('p')).not.toHaveText(/Nothing forbids|is not made for|turned by/);
      await expect(why.locator('a[href*="#/rules/1840/"]')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(why).toHaveCount(0);
    }
  },
);

fault('Enter confirms where the bar says so, also on the button that chose it', async (page) => {
  await open(page, 'buy_share');
  const before = await moves(page);
  await offer(page, 'buy').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-confirm]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => moves(page)).toBeGreaterThan(before);
});

fault('a wrong number is corrected in sight, never ignored', async (page) => {
  await open(page, 'name_line');
  await one(page, 'bid');
  const field = page.locator('.turn .stepper input');
  const value = await field.inputValue();
  await field.fill('3');
  await field.press('Tab');
  await expect(field).toHaveValue(value);
  await expect(page.locator('.corrected')).toContainText('3 is not possible');
});

fault('nothing is said to be final that can be taken back', async (page) => {
  await open(page, 'scrap_tram');
  await unfold(page, 'scrap');
  await expect(page.locator('.decide')).not.toContainText(/cannot be taken back/i);
});

fault('marks on one space of the chart do not hide each other', async (page) => {
  await open(page, 'buy_share');
  const hidden = await page.locator('[data-mark]').evaluateAll((all) => {
    const boxes = all.map((element) => element.getBoundingClientRect());
    return boxes.filter((a, i) =>
      boxes.some(
        (b, k) =>
          k !== i &&
          Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2) < a.width * 0.6,
      ),
    ).length;
  });
  expect(hidden).toBe(0);
});

fault('the bar tells what the choice changes, and that is what happens', async (page) => {
  await page.addInitScript(() => {
    const before = JSON.parse(localStorage.getItem('remise.settings') ?? '{}') as object;
    localStorage.setItem('remise.settings', JSON.stringify({ ...before, botPause: 600_000 })); // nobody moves meanwhile
  });
  await open(page, 'buy_share');
  await offer(page, 'buy').first().click();
  const told = page.locator('.decide .what');
  const who = (await page.locator('header .who').innerText()).replace(' is to act', '');
  await expect(told).toContainText(/your cash \d+ → \d+/);
  const [, from, to] = /your cash (\d+) → (\d+)/.exec(await told.innerText()) ?? [];
  await expect(page.locator('[data-own]')).toContainText(`Cash ${from ?? ''}`);
  await expect(page.locator('[data-own]')).toContainText(/certificates? allowed/);
  await page.locator('[data-confirm]').click();
  await page.keyboard.press('e');
  await expect(page.locator('[role=dialog] tr[data-at^="seat:"]').filter({ hasText: who })).toContainText(to ?? '?');
});
fault(
  '@long long words: the board keeps its place while a choice grows, and the tabs stay in one row',
  async (page) => {
    for (const [language, width, height] of [
      ['de', 1280, 720],
      ['es', 1440, 900],
      ['ru', 1280, 720],
    ] as const) {
      await page.addInitScript((value) => {
        const before = JSON.parse(localStorage.getItem('remise.settings') ?? '{}') as object;
        localStorage.setItem('remise.settings', JSON.stringify({ ...before, language: value }));
      }, language);
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await open(page, 'lay_tile');
      const board = async () => JSON.stringify(await page.locator('section.board').boundingBox());
      await expect(page.locator('#turn-title')).toBeVisible();
      const still = await board();
      const lit = page.locator('g.can[data-hex]');
      for (let i = 0; i < Math.min(6, await lit.count()); ++i) {
        await lit.nth(i).dispatchEvent('click');
        await expect(page.locator('.decide .what')).toContainText('→'); // what it changes is told
        expect.soft(await board(), `${language}, ${await page.locator('.decide .what').innerText()}`).toBe(still);
      }
      const tabs = await page
        .locator('.heads [role=tab]')
        .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
      expect.soft(new Set(tabs).size, `rows of tabs, ${language}`).toBe(1);
    }
  },
);

fault('the column beside the board is dragged, kept, and restored by a double click', async (page) => {
  await open(page, 'lay_tile');
  const edge = page.getByRole('separator');
  const width = async () => Math.round((await page.locator('.side').boundingBox())?.width ?? 0);
  const designed = await width();
  const box = await edge.boundingBox();
  if (!box) throw new Error('no edge');
  await page.mouse.move(box.x + 4, 300);
  await page.mouse.down();
  await page.mouse.move(box.x - 96, 300, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(designed + 80);
  const wider = await width();
  await open(page, 'lay_tile');
  await expect.poll(width).toBe(wider);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(wider - 16);
  await edge.dblclick();
  await expect.poll(width).toBe(designed);
});
