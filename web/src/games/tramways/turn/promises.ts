// What the decision bar says of an action in the making: all of it from the engine's answer, so that it is true.
import { t } from '@/i18n/i18n.svelte';
import type { Effects, InTheMaking } from '@/table/contract';
import { dollars, signed, type TramwaysTexts } from '../texts';
import type { Seat } from '../view';
import { effectsTold } from './effects';
import { isKind, payOf } from './making';

// 12.5: what the destination of a journey gives.
interface Bonus {
  building: string;
  stress: number;
  workers: number;
  money?: number;
  card?: boolean;
  most?: number;
}
function bonusTold(effects: Effects | null): string {
  const bonus = (effects?.bonus ?? null) as Bonus | null;
  if (!bonus) return '';
  return t(`tramways.web.bonus.${bonus.building}`, {
    stress: bonus.stress,
    signed: signed(bonus.stress),
    workers: bonus.workers,
    money: bonus.money === undefined ? '' : dollars(bonus.money),
    card: bonus.card ? 'yes' : 'no',
    most: bonus.most ?? 0,
  });
}

// Events of the action that people would otherwise overlook.
const notable = new Set(['link_joined', 'link_split', 'hand_limit_raised', 'link_unpaid', 'stress_at_maximum']);

export interface Bar {
  answer: InTheMaking | null;
  me: number | null;
  players: Seat[];
  name: (seat: number) => string;
  texts: TramwaysTexts;
}

// Track that cannot be sent yet says what it takes.
function railsSoFar(answer: InTheMaking | null): string[] {
  const rails =
    answer?.action.type === 'lay_track' ? payOf(answer)?.needs.find(({ need }) => need === 'rail') : undefined;
  return rails?.sum ? [t('tramways.web.rails', { n: rails.sum })] : [];
}

// One text for each thing that the action brings, in the order in which the bar shows them.
export function barParts({ answer, me, players, name, texts }: Bar): string[] {
  const { send = null, effects = null } = answer ?? {};
  if (!send || !effects) return railsSoFar(answer);
  const told = effectsTold(effects, me, players, name);
  const open = send.type === 'lay_track' && !effects.events.some((event) => event.kind === 'link_completed');
  return [
    ...told.own.map(({ text }) => text),
    open ? t('tramways.web.incomplete') : '',
    bonusTold(effects),
    ...told.others,
    ...effects.events.filter((event) => notable.has(event.kind)).map((event) => texts.event(event)),
    told.then.length ? t('tramways.web.then', { what: told.then.join(', ') }) : '',
    told.own.length === 0 && isKind(send.type) ? t('tramways.web.no_change') : '',
  ].filter(Boolean);
}
