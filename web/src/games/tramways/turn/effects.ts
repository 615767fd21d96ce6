// What an action would bring, in words: everything the engine says it changes, and nothing else.
import { t } from '@/i18n/i18n.svelte';
import type { Effects, SeatChange } from '@/table/contract';
import { dollars, signed } from '../texts';
import type { Seat } from '../view';

export interface Change {
  what: string; // as the engine calls it
  text: string;
  bad: boolean;
}

// Members of a change that people read, in this order; the rest is told by the board itself.
const order = ['stress', 'hp', 'money', 'links', 'workers', 'hand_limit'];

export function changesOf(change: SeatChange, now: Seat | null): Change[] {
  return order.flatMap((what): Change[] => {
    const by = change[what];
    if (!by) return [];
    const text =
      what === 'stress' && now
        ? t('tramways.web.fx.stress_to', { from: now.stress, to: now.stress + by })
        : what === 'money'
          ? dollars(by, true)
          : t(`tramways.web.fx.${what}`, { n: by, signed: signed(by) });
    return [{ what, text, bad: what === 'stress' ? by > 0 : what === 'hp' && by < 0 }];
  });
}

export interface Told {
  own: Change[];
  others: string[];
  then: string[]; // what follows by itself, for the viewer
}

export function effectsTold(
  effects: Effects | null,
  me: number | null,
  players: Seat[],
  name: (seat: number) => string,
): Told {
  const mine = effects?.seats.find((change) => change.seat === me);
  const after = effects?.then?.seats.find((change) => change.seat === me);
  return {
    own: mine ? changesOf(mine, players[mine.seat] ?? null) : [],
    others: (effects?.seats ?? [])
      .filter((change) => change.seat !== me)
      .flatMap((change) => {
        const list = changesOf(change, null).map(({ text }) => text);
        return list.length ? [`${name(change.seat)}: ${list.join(', ')}`] : [];
      }),
    then: after ? changesOf(after, null).map(({ text }) => text) : [],
  };
}

// The viewer's stress after the action itself.
export function stressAfter(effects: Effects | null, me: Seat | null): number | null {
  const by = effects?.seats.find((change) => change.seat === me?.seat)?.stress;
  return me && by ? me.stress + by : null;
}
