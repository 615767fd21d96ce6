// Messages of data/locale: the part of ICU MessageFormat that src/io/text/locale.h describes. The library reads them; what a value
// looks like, and what stands for one that is missing, is ours (tests/messages.json: the same in every client).
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Json } from '../table/contract';

export class MessageError extends Error {}

type Given = Record<string, Json | undefined>;

interface Message {
  format: IntlMessageFormat;
  names: Set<string>;
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value < 0 ? `\u2212${-value}` : String(value);
  if (Array.isArray(value)) return value.length ? value.map(plain).join(', ') : '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// A value is asked for as text, as the key of a select, or as the number of a plural: each under a name of its own. The number
// sign is the text of its plural's value.
function prepared(elements: MessageFormatElement[], names: Set<string>, plural: string | null): MessageFormatElement[] {
  return elements.map((element): MessageFormatElement => {
    if (element.type === TYPE.literal) return element;
    if (element.type === TYPE.pound) return { type: TYPE.argument, value: `text ${plural ?? ''}` };
    if (element.type === TYPE.argument) {
      names.add(element.value);
      return { ...element, value: `text ${element.value}` };
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) throw new MessageError('unknown form');
    names.add(element.value);
    const inside = element.type === TYPE.plural ? element.value : null;
    const options = Object.fromEntries(
      Object.entries(element.options).map(([key, option]) => [
        key,
        { ...option, value: prepared(option.value, names, inside) },
      ]),
    );
    return {
      ...element,
      value: `${inside === null ? 'key' : 'number'} ${element.value}`,
      options,
    } as MessageFormatElement;
  });
}

const cache = new Map<string, Message>();

function read(message: string, lang: string): Message {
  const key = `${lang} ${message}`;
  const known = cache.get(key);
  if (known) return known;
  const names = new Set<string>();
  let elements: MessageFormatElement[];
  try {
    elements = parse(message, { ignoreTag: true, captureLocation: false });
  } catch (error) {
    throw new MessageError(error instanceof Error ? error.message : 'not well formed');
  }
  const made = { format: new IntlMessageFormat(prepared(elements, names, null), lang), names };
  cache.set(key, made);
  return made;
}

export function formatMessage(message: string, values: Given, lang: string): string {
  if (!/[{']/.test(message)) return message;
  const { format, names } = read(message, lang);
  const given: Record<string, string | number> = {};
  for (const name of names) {
    const value = values[name];
    given[`text ${name}`] = value === undefined ? `{${name}}` : plain(value);
    given[`key ${name}`] = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? null);
    given[`number ${name}`] = typeof value === 'number' ? value : NaN;
  }
  return String(format.format(given));
}

// The names a message uses; for the tests of the catalogues.
export function messageNames(message: string): string[] {
  return [...read(message, 'en').names].sort();
}
