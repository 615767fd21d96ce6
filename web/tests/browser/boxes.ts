// Boxes measured in the page: no text is cut, nothing lies over something else. What is drawn (SVG) is left out, and so is what a
// person scrolls to.
import { expect, type Page } from '@playwright/test';

export async function measure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Atom {
      text: string;
      of: Element;
      box: { left: number; top: number; right: number; bottom: number };
    }
    const found: string[] = [];
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      let style = styles.get(element);
      if (!style) styles.set(element, (style = getComputedStyle(element)));
      return style;
    };
    const up = (element: Element, test: (element: Element) => boolean): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement) if (test(at)) return at;
      return null;
    };
    const hidden = (element: Element) =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      up(element, (one) => one.localName === 'svg' || styleOf(one).clipPath !== 'none' || one.matches('.sr')) !== null;
    const say = (text: string, of: Element) => {
      const where = up(of, (one) => one.matches('section, [role=dialog], .decide, header, [role=group], main'));
      return `“${text.trim().slice(0, 50)}” in ${where?.getAttribute('aria-label') ?? where?.className ?? ''}`;
    };
    // What can be seen of a box: frames that scroll or clip take the rest away. Where a frame clips without scrolling, words are lost.
    const seen = (of: Element, whole: DOMRect, text: string): Atom['box'] | null => {
      const box = { left: whole.left, top: whole.top, right: whole.right, bottom: whole.bottom };
      let fixed = false;
      for (let at: Element | null = of; at && !fixed; at = at.parentElement) {
        const style = styleOf(at);
        const frame = at.getBoundingClientRect();
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        if (style.overflowX !== 'visible' && style.display !== 'inline') {
          const lost = Math.max(frame.left - box.left, box.right - frame.right);
          if (clips(style.overflowX) && lost > 1.5) {
            found.push(`cut: ${say(text, of)}`);
            return null;
          }
          box.left = Math.max(box.left, frame.left);
          box.right = Math.min(box.right, frame.right);
        }
        if (style.overflowY !== 'visible' && style.display !== 'inline') {
          box.top = Math.max(box.top, frame.top);
          box.bottom = Math.min(box.bottom, frame.bottom);
        }
        fixed = style.position === 'fixed';
      }
      return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
    };
    const atoms: Atom[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const of = node.parentElement;
      const text = node.textContent ?? '';
      if (!of || !text.trim() || /^(script|style|option)$/i.test(of.localName) || hidden(of)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        const box = seen(of, rect, text);
        if (!box) continue;
        const button = of.closest('button')?.getBoundingClientRect();
        if (button && (rect.left < button.left - 1 || rect.right > button.right + 1))
          found.push(`beyond its button: ${say(text, of)}`);
        if (box.right > innerWidth + 1 || (box.left < -1 && box.right > 0)) found.push(`outside: ${say(text, of)}`);
        atoms.push({ text, of, box });
      }
    }
    for (const of of document.querySelectorAll('button, input, select')) {
      if (hidden(of)) continue;
      const box = seen(of, of.getBoundingClientRect(), of.getAttribute('aria-label') ?? of.textContent);
      if (box) atoms.push({ text: of.getAttribute('aria-label') ?? of.textContent, of, box });
    }
    // Two of them over each other, unless one is part of the other or a layer of its own (a dialog, a foot that sticks).
    const layer = (of: Element) =>
      up(of, (one) => ['fixed', 'sticky', 'absolute'].includes(styleOf(one).position) && one !== document.body);
    const label = (of: Element) => of.closest('label, button, a, summary') ?? of;
    for (let i = 0; i < atoms.length; ++i)
      for (let k = i + 1; k < atoms.length; ++k) {
        const [a, b] = [atoms[i] as Atom, atoms[k] as Atom];
        const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (w < 3 || h < 5 || a.of.contains(b.of) || b.of.contains(a.of) || label(a.of) === label(b.of)) continue;
        if (layer(a.of) !== layer(b.of)) continue;
        found.push(`over each other: ${say(a.text, a.of)} and ${say(b.text, b.of)}`);
      }
    return [...new Set(found)];
  });
}

// The page lays itself out anew after a change of width: what counts is where it comes to rest.
export async function expectWhole(page: Page, where: string): Promise<void> {
  let found = await measure(page);
  for (let tries = 0; found.length > 0 && tries < 6; ++tries) {
    await page.waitForTimeout(80);
    found = await measure(page);
  }
  expect.soft(found, where).toEqual([]);
}
