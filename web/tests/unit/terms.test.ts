// Clocks and terms in words: spans and moments in the reader's language and zone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { paceText, termsLines, usualTerms } from '../../src/app/terms';
import { useTexts, type Catalogue } from '../../src/i18n/i18n.svelte';
import { moment, span } from '../../src/ui/time';

const hour = 3_600_000;

describe('time in words', () => {
  beforeEach(() => {
    const file = join(import.meta.dirname, '../../../data/locale/en/web.json');
    useTexts(JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
  });
  test('a span has its two largest units', () => {
    expect(span(2 * hour + 50 * 60_000 + 31_000)).toBe('2 hr 50 min');
    expect(span(3 * 24 * hour)).toBe('3 days');
    expect(span(45_000)).toBe('45 sec');
    expect(span(24 * hour + 5 * 60_000)).toBe('1 day');
    expect(span(-5)).toBe('0 sec');
  });
  test('a moment says the day only where it is another one', () => {
    const noon = new Date(2026, 5, 17, 12, 0).getTime();
    expect(moment(noon + hour, noon)).not.toMatch(/[a-z]{4}/i);
    expect(moment(noon + 30 * hour, noon)).toContain('Thursday');
    expect(moment(noon + 30 * 24 * hour, noon)).toContain('July');
  });
  test('the pace of a table', () => {
    expect(paceText({ clock: 'none' })).toBe('No clock');
    expect(paceText({ clock: 'live', bank_s: 1500 })).toBe('live, 25 min each');
    expect(paceText({ clock: 'correspondence', move_s: 86_400 })).toBe('1 day for each decision');
    expect(paceText({ clock: 'correspondence', bank_s: 14 * 86_400 })).toBe('14 days each for the game');
  });
  test('what to know before one sits down', () => {
    expect(termsLines(usualTerms).map(([name]) => name)).toEqual(['Pace', 'When somebody leaves', 'Ending early']);
    const lines = Object.fromEntries(
      termsLines({
        clock: 'correspondence',
        move_s: 86_400,
        nights: true,
        weekends: true,
        holidays: 14,
        at_zero: 'bot',
      }),
    );
    expect(lines['The clock rests']).toBe('at night, at weekends');
    expect(lines['Holiday for each person']).toBe('14 days');
    expect(lines['When the time is up']).toContain('a bot');
  });
});
