import pages from 'virtual:games/help';
import { describe, expect, it } from 'vitest';
import { helpModule } from '../../vite/help';

describe('help pages', () => {
  it('become modules, with their pictures as files of the build', () => {
    const code = helpModule('# A & B\n\n![a "map"](../img/m.svg) **x**');
    expect(code).toContain('import picture0 from "../img/m.svg?url";');
    expect(code).toContain(
      String.raw`"<h1>A &amp; B</h1>\n<p><img src=\"" + picture0 + "\" alt=\"a &quot;map&quot;\" loading=\"lazy\"> <strong>x</strong></p>\n"`,
    );
  });
  it('keep markup as text', () => expect(helpModule('<script>')).toContain('&lt;script&gt;'));
  it('leave no mark-up behind, and have the same parts in all languages', async () => {
    const parts = new Map<string, string>();
    for (const [path, load] of Object.entries(pages)) {
      const html = await load();
      const game = path.slice(path.lastIndexOf('/') + 1);
      expect(html.replace(/<[^>]+>/g, ''), path).not.toMatch(/\*\*|^\||\]\(/m);
      expect(html, path).not.toMatch(/src="(?:undefined|)"/);
      const shape = [...html.matchAll(/<(h\d|img|table|ul|ol)/g)].map((tag) => tag[1]).join(' ');
      expect(parts.get(game) ?? shape, path).toBe(shape);
      parts.set(game, shape);
    }
    expect(parts.size).toBeGreaterThan(1);
  });
});
