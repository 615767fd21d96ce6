// Help pages (data/help/LANG/GAME.md) become HTML while the page is built. They are ours, but markup in them is text all the
// same. Where they have a picture the page draws it itself: `../img/NAME.svg` becomes a place for the picture NAME of the game; so does a
// line `[picture]: # (NAME caption)`, which other readers of Markdown leave out.
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';

export function helpModule(text: string): string {
  const render = new MarkdownIt({ html: false });
  render.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const name = /([\w-]+)\.\w+$/.exec(String(token?.attrGet('src') ?? ''))?.[1] ?? '';
    const caption = render.utils.escapeHtml(token?.content ?? '');
    return `<span class="picture" data-picture="${name}"><span class="caption">${caption}</span></span>`;
  };
  const marked = text.replace(/^\[picture\]: # \(([\w-]+) (.*)\)$/gm, '![$2]($1.svg)');
  return `export default ${JSON.stringify(render.render(marked))};`;
}

export function help(): Plugin {
  return {
    name: 'remise-help',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(data\/help\/.*|docs\/rulings-[^/]*)\.md$/ },
      handler: (text) => ({ code: helpModule(text), map: null }),
    },
  };
}
