// Whatever is not a word explains itself: every picture, symbol and wordless control, and every part of a board, shows a text when the
// pointer comes. A picture with words beside it is explained by them; a number is no word.
import { expect, type Page } from '@playwright/test';

export async function unexplained(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const worded = (text: string | null) => /\p{L}{2}/u.test(text ?? '');
    const visible = (element: Element) => {
      const box = element.getBoundingClientRect();
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1 && box.height > 1
      );
    };
    const parts = '[role=application] [data-hex], [role=application] [data-field], [data-mark]';
    const candidates = [
      ...document.querySelectorAll('button, a, summary, [role=tab], [role=img]:not(svg)'),
      ...[...document.querySelectorAll('svg')].filter(
        (svg) => !svg.parentElement?.closest('svg') && !svg.querySelector(parts) && !svg.matches('.over'),
      ),
      ...[...document.querySelectorAll(parts)].filter((part) => part.closest('svg')),
    ].filter((element) => visible(element) && !element.closest('[data-game] > [aria-hidden=true]')); // pictures of cards
    // Words stand beside it, in the smallest part of the page with any text.
    const told = (element: Element) => {
      if (element.matches(parts)) return false;
      const control = element.closest('button, a, summary, [role=tab]');
      let at: Element | null = element;
      for (let up = 0; at && up < 3 && at !== control && !(at.textContent ?? '').trim(); ++up) at = at.parentElement;
      return at !== null && worded(at.textContent);
    };
    const point = (element: Element) =>
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    const tip = () => document.querySelector('[role=tooltip]')?.textContent ?? '';
    // The first explanation takes a moment; while one is open the next comes at once.
    for (const element of candidates) {
      point(element);
      await new Promise((done) => setTimeout(done, 700));
      if (tip()) break;
    }
    const found: string[] = [];
    for (const element of candidates) {
      if (told(element)) continue;
      point(element);
      if (worded(tip())) continue;
      const where = element.closest('section, aside, header, [role=dialog], [role=application], .decide');
      found.push(
        `${element.outerHTML.replace(/\s+/g, ' ').slice(0, 110)} in ${where?.getAttribute('aria-label') ?? where?.className ?? ''}`,
      );
    }
    point(document.body);
    return [...new Set(found)];
  });
}

export async function expectExplained(page: Page, where: string): Promise<void> {
  expect.soft(await unexplained(page), `${where}: not explained`).toEqual([]);
}
