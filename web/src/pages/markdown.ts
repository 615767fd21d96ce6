// Our own help pages (data/help) as HTML: headings, paragraphs, lists, tables, pictures, bold. They are part of the build, so
// nothing here has to withstand strangers; text is escaped all the same.
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

export type Picture = (path: string) => string;

function inline(text: string, picture: Picture): string {
  return escaped(text)
    .replace(/!\[([^\]]*)\]\(([^)]+)\)/g, (_all, alt: string, path: string) => `<img src="${picture(path)}" alt="${alt}" loading="lazy">`)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}

const cells = (line: string): string[] => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

function table(lines: string[], picture: Picture): string {
  const row = (line: string, tag: string) => `<tr>${cells(line).map((cell) => `<${tag}>${inline(cell, picture)}</${tag}>`).join('')}</tr>`;
  const [head, , ...body] = lines;
  return `<table><thead>${row(head ?? '', 'th')}</thead><tbody>${body.map((line) => row(line, 'td')).join('')}</tbody></table>`;
}

function list(lines: string[], picture: Picture): string {
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul';
  const items: string[] = [];
  for (const line of lines) {
    const start = /^(?:\*|\d+\.) (.*)/.exec(line);
    if (start) items.push(start[1] ?? '');
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${inline(item, picture)}</li>`).join('')}</${tag}>`;
}

export function toHtml(text: string, picture: Picture): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.replace(/\s+$/, ''))
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.split('\n');
      const heading = /^(#{1,4}) (.*)/.exec(block);
      if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? '', picture)}</h${heading[1]?.length}>`;
      if (block.startsWith('|')) return table(lines, picture);
      if (/^(\* |\d+\. )/.test(block)) return list(lines, picture);
      return `<p>${inline(lines.map((line) => line.trim()).join(' '), picture)}</p>`;
    })
    .join('\n');
}
