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
