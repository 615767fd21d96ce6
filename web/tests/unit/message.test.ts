import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage, MessageError, messageNames } from '../../src/i18n/message';
import type { Values } from '../../src/table/contract';

interface Case {
  message: string;
  locale: string;
  values: Values;
  text?: string;
}
const table = join(import.meta.dirname, '../../../tests/messages.json');
const { cases } = JSON.parse(readFileSync(table, 'utf8')) as { cases: Case[] };

describe('messages', () => {
  it.each(cases)('$locale $message $values', ({ message, locale, values, text }) => {
    if (text === undefined) expect(() => formatMessage(message, values, locale)).toThrow(MessageError);
    else expect(formatMessage(message, values, locale)).toBe(text);
  });
  it('list their names', () => expect(messageNames('{b} {a, select, x {{c}} other {}}')).toEqual(['a', 'b', 'c']));
});
