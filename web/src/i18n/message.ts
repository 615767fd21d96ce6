// Messages of data/locale: the small part of ICU MessageFormat that src/io/text/locale.h describes, for the browser.
import type { Json } from '../table/contract';

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'number' }
  | { kind: 'plural' | 'select'; name: string; branches: Map<string, Part[]> };

export class MessageError extends Error {}

class Parser {
  private at = 0;
  constructor(private text: string) {}

  whole(): Part[] {
    const parts = this.parts(false);
    if (this.at < this.text.length) throw new MessageError('a closing brace too many');
    return parts;
  }

  private parts(inPlural: boolean): Part[] {
    const parts: Part[] = [];
    let plain = '';
    const flush = () => {
      if (plain) parts.push({ kind: 'text', text: plain });
      plain = '';
    };
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      const c = this.text[this.at++];
      if (c === '{') {
        flush();
        parts.push(this.argument(inPlural));
      } else if (c === '#' && inPlural) {
        flush();
        parts.push({ kind: 'number' });
      } else if (c === "'") {
        plain += this.quote(inPlural);
      } else {
        plain += c;
      }
    }
    flush();
    return parts;
  }

  private quote(inPlural: boolean): string {
    const next = this.text[this.at];
    if (next === "'") {
      ++this.at;
      return "'";
    }
    if (next === '{' || next === '}' || (inPlural && next === '#')) {
      const end = this.text.indexOf("'", this.at);
      const quoted = this.text.slice(this.at, end < 0 ? undefined : end);
      this.at = end < 0 ? this.text.length : end + 1;
      return quoted;
    }
    return "'";
  }

  private spaces(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\n') ++this.at;
  }

  private word(): string {
    this.spaces();
    const from = this.at;
    while (this.at < this.text.length && !" \n,{}'".includes(this.text[this.at] as string)) ++this.at;
    const word = this.text.slice(from, this.at);
    this.spaces();
    if (!word) throw new MessageError('a name is missing');
    return word;
  }

  private take(c: string): void {
    this.spaces();
    if (this.text[this.at] !== c) throw new MessageError(`${c} expected`);
    ++this.at;
  }

  private argument(inPlural: boolean): Part {
    const name = this.word();
    if (this.text[this.at] === '}') {
      ++this.at;
      return { kind: 'value', name };
    }
    this.take(',');
    const kind = this.word();
    if (kind !== 'plural' && kind !== 'select') throw new MessageError(`unknown form ${kind}`);
    this.take(',');
    const branches = new Map<string, Part[]>();
    this.spaces();
    while (this.text[this.at] !== '}') {
      const key = this.word();
      this.take('{');
      branches.set(key, this.parts(kind === 'plural' || inPlural));
      this.take('}');
      this.spaces();
    }
    this.take('}');
    if (!branches.has('other')) throw new MessageError('no branch "other"');
    return { kind, name, branches };
  }
}

const cache = new Map<string, Part[]>();

function parse(message: string): Part[] {
  let parts = cache.get(message);
  if (!parts) cache.set(message, (parts = new Parser(message).whole()));
  return parts;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value < 0 ? `\u2212${-value}` : String(value);
  if (Array.isArray(value)) return value.length ? value.map(plain).join(', ') : '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const rules = new Map<string, Intl.PluralRules>();

function category(lang: string, n: number): string {
  let rule = rules.get(lang);
  if (!rule) rules.set(lang, (rule = new Intl.PluralRules(lang)));
  return rule.select(n);
}

function write(parts: Part[], values: Record<string, Json | undefined>, lang: string, number: string): string {
  let out = '';
  for (const part of parts) {
    if (part.kind === 'text') out += part.text;
    else if (part.kind === 'value') out += plain(values[part.name]);
    else if (part.kind === 'number') out += number;
    else {
      const value = values[part.name];
      const text = plain(value);
      const n = Number(value);
      const branch =
        part.kind === 'select'
          ? (part.branches.get(text) ?? part.branches.get(String(value)))
          : (part.branches.get(`=${String(value)}`) ?? part.branches.get(category(lang, n)));
      out += write(branch ?? (part.branches.get('other') as Part[]), values, lang, part.kind === 'plural' ? text : number);
    }
  }
  return out;
}

export function formatMessage(message: string, values: Record<string, Json | undefined>, lang: string): string {
  return write(parse(message), values, lang, '');
}

// The names a message uses, and the plural categories it distinguishes; for the tests of the catalogues.
export function messageNames(message: string): string[] {
  const names = new Set<string>();
  const walk = (parts: Part[]) => {
    for (const part of parts) {
      if ('name' in part) names.add(part.name);
      if ('branches' in part) for (const branch of part.branches.values()) walk(branch);
    }
  };
  walk(parse(message));
  return [...names].sort();
}
