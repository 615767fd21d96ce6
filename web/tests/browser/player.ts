// A test player that knows no rule: it clicks what the page offers, then confirms. Everything it does a person could do.
import { expect, type Locator, type Page, type Browser } from '@playwright/test';

export interface Watched {
  errors: string[];
}

// Collects console errors, page errors and failed requests. `allowed` are addresses that may fail (the server, when it is cut off).
export function watch(page: Page, allowed: RegExp = /^$/): Watched {
  const watched: Watched = { errors: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed.test(message.location().url))
      watched.errors.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => watched.errors.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A page left while something was still on its way: the browser gave it up, nothing failed.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
    if (!allowed.test(request.url()))
      watched.errors.push(`request: ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  return watched;
}

// Settings as a person would have them, and dice that fall the same way every time: matches, seats and names can be repeated.
export async function settings(page: Page, values: Record<string, unknown>): Promise<void> {
  await page.addInitScript((text) => {
    if (!localStorage.getItem('remise.settings')) localStorage.setItem('remise.settings', text);
    const next = () => {
      const state = (Math.imul(Number(localStorage.getItem('test.dice') ?? 7), 1664525) + 1013904223) >>> 0;
      localStorage.setItem('test.dice', String(state));
      return state;
    };
    Math.random = () => next() / 2 ** 32;
    crypto.getRandomValues = <T extends ArrayBufferView | null>(bytes: T): T => {
      if (bytes instanceof Uint8Array) for (let i = 0; i < bytes.length; ++i) bytes[i] = next() >>> 24;
      return bytes;
    };
  }, JSON.stringify(values));
}

// The engine's thread, in which bots play what the test wants: hints say it.
export async function wishFor(page: Page, wish: () => unknown): Promise<void> {
  await page.route(/assets\/worker-.*\.js/, async (route) => {
    const response = await route.fetch();
    const script = `addEventListener('message', (event) => {
      const op = /"op":"(choose|hint)"/.exec(String(event.data.request))?.[1];
      if (!op) return;
      event.stopImmediatePropagation();
      const action = ${JSON.stringify(wish())};
      postMessage({ id: event.data.id, answer: JSON.stringify({ ok: op === 'hint' ? [{ action, value: 60 }] : action }) });
    });\n`;
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}

// A fixed stream of numbers, so that a failing run can be repeated.
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// What the page offers now, chosen and carried out inside the page for speed; clicks go through the page's own handlers.
// Returns what was done: 'confirm', 'offer', 'wait' or 'over'.
export async function act(page: Page, roll: number): Promise<string> {
  return page.evaluate((dice) => {
    const visible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !(element as HTMLButtonElement).disabled;
    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(visible);
    const click = (element: Element | undefined) => {
      element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return element !== undefined;
    };
    const confirm = all('[data-confirm]')[0];
    if (confirm) {
      click(confirm);
      return 'confirm';
    }
    if (document.querySelector('[data-over]')) return 'over';
    const close = all('[role=alert] button')[0];
    if (close) {
      const text = close.parentElement?.textContent ?? '';
      click(close);
      return `refused: ${text}`;
    }
    const lit = all('g.can[data-hex], g.can[data-field], g.can[data-link]');
    const offers = all('[data-offer]');
    const taking = all('button.act'); // cards to take
    const pool = [
      ...(lit.length ? [lit[Math.floor(dice * 7919) % lit.length] as Element] : []),
      ...(lit.length > 1 ? [lit[Math.floor(dice * 104729) % lit.length] as Element] : []),
      ...offers,
      ...taking,
    ];
    const chosen = pool[Math.floor(dice * pool.length)];
    if (!chosen) return 'wait';
    click(chosen);
    return `offer: ${chosen.getAttribute('data-offer') ?? chosen.getAttribute('data-hex') ?? chosen.getAttribute('data-field') ?? chosen.textContent ?? ''}`;
  }, roll);
}

// Plays until the match is over or `until` says so. Two offers in a row that lead to no confirm are fine (choosing a kind, a field);
// a long row of them is a dead end and fails.
export async function playOn(
  page: Page,
  seed: number,
  options: { moves?: number; until?: () => Promise<boolean> } = {},
): Promise<number> {
  const roll = dice(seed);
  let moves = 0;
  let idle = 0;
  const trace: string[] = [];
  while (moves < (options.moves ?? 100_000)) {
    if (options.until && (await options.until())) return moves;
    const did = await act(page, roll());
    trace.push(did);
    if (did === 'over') return moves;
    if (did === 'confirm') {
      ++moves;
      idle = 0;
      await page.waitForFunction(() => !document.querySelector('[data-confirm]'), undefined, { timeout: 30_000 });
    } else if (did === 'wait') {
      await page.waitForTimeout(5);
      // A choice that cannot be paid, with nothing else to choose: one leaves it.
      if (++idle % 200 === 0 && (await page.locator('[data-confirm]:disabled').count()))
        await page.keyboard.press('Escape');
    } else {
      expect(did.startsWith('refused'), `${did} after ${trace.slice(-6).join(' | ')}`).toBe(false);
      ++idle;
    }
    expect(idle, `nothing leads on: ${trace.slice(-12).join(' | ')}`).toBeLessThan(4000);
  }
  return moves;
}

// The log lies behind a tab, or is one side of a switch, while there is something new since one's turn; a person opens it.
export async function openLog(page: Page, word = 'Log'): Promise<Locator> {
  const log = page.getByRole('region', { name: word, exact: true });
  const way = page
    .getByRole('tab', { name: word, exact: true })
    .or(log.getByRole('button', { name: word, exact: true }));
  if (await way.count()) await way.first().click();
  await expect(log.getByRole('group', { name: word, exact: true }).last()).toBeVisible();
  return log;
}

// After a test with browsers of its own (`test.afterEach(closeBrowsers)`): their pages would go on, and look for a server that is gone.
export async function closeBrowsers({ browser }: { browser: Browser }): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

// Of tests that are alike, for games or languages, the fast run takes one and the long run the others: the beginning of a title.
export const longUnless = (fast: boolean): string => (fast ? '' : '@long ');
