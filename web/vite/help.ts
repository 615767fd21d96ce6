// Help pages (data/help/LANG/GAME.md) become HTML while the page is built. They are ours, but markup in them is text all the
// same; their pictures become files of the build.
import MarkdownIt from 'markdown-it';
import type { Plugin } from 'vite';

// The page as a module: strings of HTML with the addresses of its pictures between them.
export function helpModule(text: string): string {
  const pictures: string[] = [];
  const render = new MarkdownIt({ html: false });
  render.renderer.rules.image = (tokens, index) => {
    const token = tokens[index];
    const alt = render.utils.escapeHtml(token?.content ?? '');
    return `<img src="\0${pictures.push(String(token?.attrGet('src') ?? '')) - 1}\0" alt="${alt}" loading="lazy">`;
  };
  const parts = render.render(text).split('\0');
  const imports = pictures.map((path, i) => `import picture${i} from ${JSON.stringify(`${path}?url`)};\n`).join('');
  const html = parts.map((part, i) => (i % 2 === 0 ? JSON.stringify(part) : `picture${part}`)).join(' + ');
  return `${imports}export default ${html};`;
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
