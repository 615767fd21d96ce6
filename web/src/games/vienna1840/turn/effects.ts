// What a choice changes, in the engine's figures: "treasury 700 → 600".
import { t } from '@/i18n/i18n.svelte';
import type { Effects } from '@/table/contract';
import { companies, stadtbahnen } from '../data';
import type { Position } from '../position';

interface CompanyChange {
  company: string;
  treasury?: number;
  revenue?: number;
  price?: number;
}
interface Changes {
  seats: Effects['seats'];
  companies?: CompanyChange[];
}

const shortOf = (id: string) => companies.get(id)?.short ?? stadtbahnen.get(id)?.name ?? id;
const step = (from: number, by: number) => ({ from, to: from + by });

// Of what is done itself; what follows by itself is told once it has happened. The viewer's own money comes first, then companies,
// then other people.
export function changesTold(
  effects: Effects | null,
  position: Position,
  me: number | null,
  name: (seat: number) => string,
): string[] {
  if (!effects) return [];
  const changes: Changes = effects;
  const people = changes.seats.flatMap((change) => {
    const player = position.players.find((entry) => entry.seat === change.seat);
    if (!player) return [];
    const cash = change.money ? step(player.cash, change.money) : null;
    const own = change.seat === me;
    return [
      ...(cash
        ? [{ own, text: t(own ? '1840.web.fx.cash' : '1840.web.fx.cash_of', { who: name(change.seat), ...cash }) }]
        : []),
      ...(change.loans ? [{ own, text: t('1840.web.fx.loans', step(player.loans, change.loans)) }] : []),
    ];
  });
  const firms = (changes.companies ?? []).flatMap((change) => {
    const company = position.companies.find((entry) => entry.id === change.company);
    if (!company) return [];
    const acting = company.id === position.company;
    const treasury = change.treasury ? { who: shortOf(company.id), ...step(company.treasury, change.treasury) } : null;
    const earned = change.revenue ?? 0; // what is paid out of it shows where it goes
    const price = change.price && company.price !== null ? step(company.price, change.price) : null;
    return [
      ...(earned > 0 ? [t('1840.web.fx.revenue', { who: shortOf(company.id), ...step(company.revenue, earned) })] : []),
      ...(treasury ? [t(acting ? '1840.web.fx.treasury' : '1840.web.fx.treasury_of', treasury)] : []),
      ...(price ? [t('1840.web.fx.price', { who: shortOf(company.id), ...price })] : []),
    ];
  });
  return [
    ...people.filter((entry) => entry.own).map(({ text }) => text),
    ...firms,
    ...people.filter((entry) => !entry.own).map(({ text }) => text),
  ];
}
