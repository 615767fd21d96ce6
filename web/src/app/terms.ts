// The terms of a table in words: its clock, and what happens where somebody is missing.
import { t } from '../i18n/i18n.svelte';
import { span } from '../ui/time';
import type { Pace, Terms } from '../wire/wire.gen';

export function paceText(pace: Pick<Pace, 'clock'> & Partial<Pace>): string {
  const bank = span((pace.bank_s ?? 0) * 1000);
  if (pace.clock === 'none') return t('web.terms.none');
  if (pace.clock === 'live') return t('web.terms.live_of', { time: bank });
  return pace.move_s
    ? t('web.terms.move_of', { time: span(pace.move_s * 1000) })
    : t('web.terms.bank_of', { time: bank });
}

// One line for each thing to know before one sits down.
export function termsLines(terms: Terms): [string, string][] {
  const rests = [terms.nights ? t('web.terms.nights') : '', terms.weekends ? t('web.terms.weekends') : ''].filter(
    Boolean,
  );
  return [
    [t('web.terms.pace'), paceText(terms)],
    ...(terms.clock === 'none'
      ? []
      : ([
          ...(terms.increment_s ? [[t('web.terms.increment'), span(terms.increment_s * 1000)]] : []),
          ...(rests.length ? [[t('web.terms.rests'), rests.join(', ')]] : []),
          ...(terms.holidays ? [[t('web.terms.holidays'), t('web.terms.days', { n: terms.holidays })]] : []),
          [t('web.terms.at_zero'), t(`web.terms.at_zero_${terms.at_zero ?? 'remind'}`)],
        ] as [string, string][])),
    [t('web.terms.on_leave'), t(`web.terms.on_leave_${terms.on_leave ?? 'wait'}`)],
    [t('web.terms.early_end'), t(terms.early_end === false ? 'web.no' : 'web.terms.all_agree')],
  ];
}

// What a new table has until somebody chooses.
export const usualTerms: Terms = { clock: 'none', at_zero: 'bot', on_leave: 'bot', early_end: true };
