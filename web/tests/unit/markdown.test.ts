import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHtml } from '../../src/pages/markdown';

const html = (text: string) => toHtml(text, (path) => `/pic/${path}`);

describe('help pages as HTML', () => {
  it('knows headings, paragraphs, bold and pictures', () => {
    expect(html('# A & B\n\nOne\ntwo **three**.')).toBe('<h1>A &amp; B</h1>\n<p>One two <strong>three</strong>.</p>');
    expect(html('![a map](../img/m.svg)')).toBe('<p><img src="/pic/../img/m.svg" alt="a map" loading="lazy"></p>');
  });
  it('knows lists over several lines and tables', () => {
    expect(html('* one\n  more\n* two')).toBe('<ul><li>one more</li><li>two</li></ul>');
    expect(html('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>');
    expect(html('| a | b |\n| --- | --- |\n| 1 | 2 |')).toBe('<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>');
  });
  it('escapes what looks like tags', () => {
    expect(html('<script>')).toBe('<p>&lt;script&gt;</p>');
  });
  it('leaves no mark-up in any page, and all languages have the same parts', () => {
    const parts = new Map<string, string>();
    for (const language of ['en', 'de', 'es', 'ru'])
      for (const file of readdirSync(`../data/help/${language}`)) {
        const page = html(readFileSync(`../data/help/${language}/${file}`, 'utf8'));
        expect(page.replace(/<[^>]+>/g, '')).not.toMatch(/\*\*|^\||\]\(/m);
        const shape = [...page.matchAll(/<(h\d|img|table|ul|ol)/g)].map((tag) => tag[1]).join(' ');
        expect(parts.get(file) ?? shape, `${language}/${file}`).toBe(shape);
        parts.set(file, shape);
      }
    expect([...parts.keys()].sort()).toEqual(['1840.md', 'tramways.md']);
  });
});
