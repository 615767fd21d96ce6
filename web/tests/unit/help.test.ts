import pages from 'virtual:games/help';
import { describe, expect, it } from 'vitest';
import { gamePage } from '../../src/games/registry';
import { helpModule } from '../../vite/help';

describe('help pages', () => {
  it('become modules, with places for pictures that the page draws', () => {
    const code = helpModule('# A & B\n\n![a "map"](../img/m-1.svg) **x**');
    expect(code).toContain(
      String.raw`<p><span class=\"picture\" data-picture=\"m-1\"><span class=\"caption\">a &quot;map&quot;</span></span> <strong>x</strong></p>`,
    );
  });
  it('keep markup as text', () => expect(helpModule('<script>')).toContain('&lt;script&gt;'));
  it('leave no mark-up behind, and have the same parts in all languages', async () => {
    const parts = new Map<string, string>();
    for (const [path, load] of Object.entries(pages)) {
      const html = await load();
      const game = path.slice(path.lastIndexOf('/') + 1);
      expect(html.replace(/<[^>]+>/g, ''), path).not.toMatch(/\*\*|^\||\]\(/m);
      expect(html, path).not.toContain('<img');
      const name = path.slice(path.lastIndexOf('/') + 1).replace('.md', '');
      for (const [, picture] of html.matchAll(/data-picture="([^"]*)"/g))
        expect(gamePage(name)?.pictures, path).toContain(picture);
      const shape = [...html.matchAll(/<(h\d|span class="picture|table|ul|ol)/g)].map((tag) => tag[1]).join(' ');
      expect(parts.get(game) ?? shape, path).toBe(shape);
      parts.set(game, shape);
    }
    expect(parts.size).toBeGreaterThan(1);
  });
});
