import { describe, expect, it } from 'vitest';
import { formatMessage, messageNames, MessageError } from '../../src/i18n/message';

describe('messages', () => {
  it('puts values in, numbers with a real minus, lists with commas', () => {
    expect(formatMessage('{a} and {b}: {c}', { a: 'x', b: -5, c: [1, 2] }, 'en')).toBe('x and −5: 1, 2');
    expect(formatMessage('{missing}', {}, 'en')).toBe('–');
  });
  it('knows the plural forms of Russian', () => {
    const message = '{n, plural, one {# трамвай} few {# трамвая} many {# трамваев} other {# трамвая}}';
    expect([1, 2, 5, 11, 21, 22, 112].map((n) => formatMessage(message, { n }, 'ru'))).toEqual(['1 трамвай', '2 трамвая', '5 трамваев', '11 трамваев', '21 трамвай', '22 трамвая', '112 трамваев']);
  });
  it('takes exact numbers before categories', () => {
    expect(formatMessage('{n, plural, =0 {none} one {one} other {#}}', { n: 0 }, 'en')).toBe('none');
    expect(formatMessage('{n, plural, =0 {none} one {one} other {#}}', { n: 7 }, 'en')).toBe('7');
  });
  it('selects by text, null included, and nests', () => {
    const message = '{x, select, null {nobody} other {{x} pays {n, plural, one {# coin} other {# coins}}}}';
    expect(formatMessage(message, { x: null, n: 1 }, 'en')).toBe('nobody');
    expect(formatMessage(message, { x: 'Ada', n: 2 }, 'en')).toBe('Ada pays 2 coins');
  });
  it("treats ' as ICU does", () => expect(formatMessage("it''s '{'x'}' isn't", {}, 'en')).toBe("it's {x} isn't"));
  it('refuses what is broken', () => {
    for (const bad of ['{', '{a, plural, one {x}}', '{a, number}', 'a}', '{}']) expect(() => formatMessage(bad, {}, 'en')).toThrow(MessageError);
  });
  it('lists names', () => expect(messageNames('{b} {a, select, x {{c}} other {}}')).toEqual(['a', 'b', 'c']));
});
