// What is chosen in 1840 speaks the language of the page, also when that changes.
import { expect, it } from 'vitest';
import { Chooser } from '../../src/games/vienna1840/turn/chooser.svelte';
import { t } from '../../src/i18n/i18n.svelte';
import type { TableModel } from '../../src/table/model.svelte';
import { speak } from './catalogues';

it('is told anew in another language', () => {
  const chooser = new Chooser({ myTurn: true } as TableModel, () => {
    throw new Error('not asked');
  });
  speak('en');
  chooser.choose(() => ({ action: { type: 'pass' }, title: t('1840.web.pass'), effect: '' }));
  expect(chooser.choice?.title).toBe('Pass');
  speak('de');
  chooser.retell();
  expect(chooser.choice?.title).toBe('Passen');
  chooser.choose(null);
  chooser.retell();
  expect(chooser.choice).toBeNull();
});

it('says what a marker does to the best route', () => {
  speak('en');
  const told = (gain: number) => {
    const position = { lines: [{ number: 4, best: 30 }], line: 4, markers: [], candidates: [] };
    const texts = { hex: (hex: string) => hex, action: () => 'marker' };
    const chooser = new Chooser({ myTurn: true } as TableModel, () => ({ position, texts }) as never);
    const candidate = { kind: 'marker', gain, turns: [] };
    return (chooser as unknown as { onMap: (hex: string, one: object) => { effect: string } }).onMap('A1', candidate)
      .effect;
  };
  expect(told(20)).toBe('best route 30 → 50 (+20)');
  expect(told(-10)).toBe('best route 30 → 20 (−10)');
  expect(told(0)).toBe('best route stays 30');
});
