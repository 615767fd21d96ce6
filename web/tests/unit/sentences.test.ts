// Sentences about oneself and about others, with the catalogues as they are.
import { describe, expect, it } from 'vitest';
import { errorText, type Language } from '../../src/i18n/i18n.svelte';
import { TramwaysTexts } from '../../src/games/tramways/texts';
import { ViennaTexts } from '../../src/games/vienna1840/texts';
import type { Position } from '../../src/games/vienna1840/position';
import { speak } from './catalogues';

const name = (seat: number) => ['Anna', 'Bruno', 'Chiara'][seat] ?? '?';
const position = {
  map: 'full',
  companies: [{ id: 'BBG', director: 0 }],
  lines: [{ number: 4, company: 'BBG' }],
} as unknown as Position;
const vienna = (me: number | null) => new ViennaTexts(name, position, () => me);
const tramways = (me: number | null) => new TramwaysTexts(name, String, () => me);

describe('sentences of the page', () => {
  it.each([
    ['en', 'You bid 65 G for Prater.', 'Anna bids 65 G for Prater.'],
    ['de', 'Du bietest 65 G für Prater.', 'Anna bietet 65 G für Prater.'],
    ['es', 'Pujas 65 G por Prater.', 'Anna puja 65 G por Prater.'],
    ['ru', 'Вы ставите 65 G на Prater.', 'Anna ставит 65 G на Prater.'],
  ] as [Language, string, string][])('speak to the reader in %s', (lang, mine, others) => {
    speak(lang);
    const bid = { kind: 'private_bid', seat: 0, private: 'PR', price: 65 };
    expect(vienna(0).event(bid).replaceAll('\u00a0', ' ')).toBe(mine);
    expect(vienna(null).event(bid).replaceAll('\u00a0', ' ')).toBe(others);
  });

  it('say a move without an event of its own as one', () => {
    speak('en');
    const pass = { n: 3, seat: 0, action: { type: 'pass' }, events: [] };
    expect(vienna(0).tell(pass).lines).toEqual(['You end the line’s turn.']);
    expect(vienna(1).tell(pass).lines).toEqual(['Anna ends the line’s turn.']);
  });

  it('name a company with its director and a line with its company', () => {
    speak('en');
    expect(vienna(0).company('BBG')).toBe('BBG (you)');
    expect(vienna(1).line(4)).toBe('4 (BBG, Anna)');
    const laid = { kind: 'tile_laid', line: 4, hex: 'H2', tile: '58', rotation: 0, replaced: null, cost: 20 };
    expect(vienna(1).event(laid).replaceAll('\u00a0', ' ')).toMatch(
      /^Line 4 \(BBG, Anna\) lays tile 58 on .*H2.* for 20 G\.$/,
    );
  });

  it('name a link by its ends, a symbol by what is printed, and what changed with its sign', () => {
    speak('en');
    const paid = { kind: 'link_paid', seat: 1, link: 7, link_ends: ['R', 'C'], amount: 3, owner_seat: 0 };
    expect(tramways(0).event(paid)).toBe('Bruno pays you $3 for link R–C.');
    expect(tramways(1).event({ kind: 'stress_changed', seat: 0, change: -1, now: 2 })).toBe('Anna: stress −1, now 2.');
    const refused = { scope: 'tramways', code: 'symbol_no_use', rule: '4.4', values: { symbol: '92:0' } };
    expect(tramways(0).error(refused)).toBe('The symbol “2 rails” is of no use for this.');
  });

  it('say what is paid with, and nothing where nothing is paid', () => {
    speak('en');
    const reveal = (coins: number, symbols: string[]) =>
      tramways(0).action({ type: 'solo_reveal', pay: { coins, symbols } });
    expect(reveal(0, [])).toBe('Reveal a card');
    expect(reveal(2, ['92:0'])).toMatch(/^Reveal a card, with \$2, 2 rails \(.+\)$/);
  });

  it('call what a form lacks as people do', () => {
    speak('en');
    const missing = { scope: 'core', code: 'missing', rule: '', values: { where: 'file.game', found: null } };
    expect(errorText(missing)).toBe('Game: this is missing.');
    const empty = { scope: 'core', code: 'unknown_word', rule: '', values: { where: 'options.variant', found: '' } };
    expect(errorText(empty)).toBe('“options.variant”: “” is not known here.');
    const turn = { scope: 'core', code: 'not_your_turn', rule: '', values: { seat: 0 } };
    expect(errorText(turn)).toBe('It is not the turn of seat 1.');
  });
});
