// What the ledger shows, put together once for its strip, its panel, its page and its file.
import { t } from '@/i18n/i18n.svelte';
import type { Json, LogEntry } from '@/table/contract';
import { companies, rounds, stadtbahnen } from '../data';
import type { Company, Line, Player, Position } from '../position';
import { priceChanges, roundsOf, sumOf, type RoundFacts } from './history';

export interface LedgerRow {
  company: Company;
  short: string;
  lines: Line[];
  change: number; // of the price since the viewer's last decision
  mine: boolean;
}

export interface Ledger {
  rows: LedgerRow[]; // tram companies, in the order of the next company round
  stadtbahn: LedgerRow[];
  players: Player[]; // in playing order
  rounds: RoundFacts[];
  lastRun: RoundFacts | null; // the last line round in which somebody ran
  lastPaid: RoundFacts | null; // the last company round in which somebody paid
  nextRound: string | null; // the company round whose order is shown
}

export const shortName = (id: string): string => companies.get(id)?.short ?? stadtbahnen.get(id)?.name ?? id;

export function ledgerOf(position: Position, log: LogEntry[], complete: boolean, me: number | null): Ledger {
  const changes = priceChanges(log, me);
  const facts = roundsOf(log, complete, rounds[0]?.id ?? '');
  const place = rounds.findIndex((round) => round.id === position.round);
  const order = (company: Company) => {
    const at = position.companyOrder.indexOf(company.id);
    return at < 0 ? 99 : at;
  };
  const row = (company: Company): LedgerRow => ({
    company,
    short: shortName(company.id),
    lines: position.lines.filter((line) => line.company === company.id),
    change: changes.get(company.id) ?? 0,
    mine: company.director !== null && company.director === me,
  });
  const started = position.companies.filter((company) => company.director !== null);
  return {
    rows: started.sort((a, b) => order(a) - order(b)).map(row),
    stadtbahn: position.companies.filter((company) => company.stadtbahn).map(row),
    players: position.order.flatMap((seat) => position.players.find((player) => player.seat === seat) ?? []),
    rounds: facts,
    lastRun: facts.findLast((round) => round.runs.size > 0) ?? null,
    lastPaid: facts.findLast((round) => round.paid.size > 0) ?? null,
    nextRound: rounds.slice(Math.max(0, place)).find((round) => round.kind === 'company')?.id ?? null,
  };
}

// Signs: a real minus, so that columns line up and readers say it.
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

// --- what a number is made of, in words

export function ranText(round: RoundFacts | null, company: string): string {
  const runs = round?.runs.get(company) ?? [];
  return runs
    .map((run) =>
      t('1840.web.table.ran_line', {
        line: run.line,
        sum: run.maintenance === 0 ? String(run.net) : `${run.route} ${signed(run.maintenance)} = ${run.net}`,
      }),
    )
    .join('; ');
}

export function canRunText(row: LedgerRow): string {
  const { stadtbahn, canRun, run, multiplier } = row.company;
  if (stadtbahn) return t('1840.web.table.stadtbahn_sum', { sum: canRun, run, n: multiplier });
  return row.lines
    .map((line) =>
      t('1840.web.table.ran_line', {
        line: line.number,
        sum:
          line.tram === null
            ? t('1840.web.no_tram')
            : `${line.best ?? 0}${line.route ? ` = ${line.route.stops.map((stop) => stop.value).join(' + ')}` : ''}`,
      }),
    )
    .join('; ');
}

export const routeHexes = (row: LedgerRow): string[] =>
  row.lines.flatMap((line) => line.route?.stops.map((stop) => stop.hex) ?? []);

export function priceText(row: LedgerRow): string {
  const { company } = row;
  const steps = company.projections.map((step) => `${step.amount} → ${step.price}`).join(', ');
  return t('1840.web.table.price_text', { now: company.price ?? 0, next: company.nextPrice ?? 0, steps });
}

export function wealthText(player: Player): string {
  const { worth } = player;
  return t('1840.web.table.wealth_text', {
    sum: player.wealth,
    cash: player.cash,
    tram: worth.tram_shares,
    stadtbahn: worth.stadtbahn_shares,
    privates: worth.privates,
    loans: signed(worth.loans),
  });
}

// --- as a file for a spreadsheet

export function ledgerCsv(ledger: Ledger, position: Position, name: (seat: number) => string): string {
  const lineRounds = ledger.rounds.filter((round) => round.runs.size > 0);
  const head = [
    t('1840.web.company'),
    t('1840.web.director'),
    t('1840.web.table.lines'),
    ...lineRounds.map((round) => round.round),
    t('1840.web.treasury'),
    t('1840.web.revenue'),
    t('1840.web.table.can_run'),
    t('1840.web.table.maintenance'),
    t('1840.web.share'),
    t('1840.web.table.next_price'),
    ...ledger.players.map((player) => name(player.seat)),
    t('1840.web.table.bank'),
  ];
  const rows = [...ledger.rows, ...ledger.stadtbahn].map((row) => [
    row.short,
    row.company.director === null ? '' : name(row.company.director),
    row.lines.map((line) => `${line.number} ${line.tram ?? '-'} ${line.markers}/6`).join(' '),
    ...lineRounds.map((round) => (row.company.stadtbahn ? '' : sumOf(round.runs.get(row.company.id)))),
    row.company.stadtbahn ? '' : row.company.treasury,
    row.company.stadtbahn ? '' : row.company.revenue,
    row.company.canRun,
    row.company.stadtbahn ? '' : row.company.maintenance,
    row.company.price ?? '',
    row.company.nextPrice ?? '',
    ...ledger.players.map((player) => player.shares.get(row.company.id) ?? 0),
    row.company.bank,
  ]);
  const people = [
    [],
    [
      t('1840.web.name'),
      t('1840.web.cash'),
      t('1840.web.table.tram_shares'),
      t('1840.web.table.stadtbahn_shares'),
      t('1840.web.table.privates'),
      t('1840.web.table.loans'),
      t('1840.web.wealth'),
      t('1840.web.certificates'),
      ...ledger.rounds.filter((round) => round.income.size > 0).map((round) => round.round),
    ],
    ...ledger.players.map((player) => [
      name(player.seat),
      player.cash,
      player.worth.tram_shares,
      player.worth.stadtbahn_shares,
      player.worth.privates,
      player.worth.loans,
      player.wealth,
      player.certificates,
      ...ledger.rounds.filter((round) => round.income.size > 0).map((round) => round.income.get(player.seat) ?? 0),
    ]),
  ];
  return [[`1840`, position.round], head, ...rows, ...people].map((line) => line.map(cell).join(',')).join('\r\n');
}

// A cell that a spreadsheet takes for text or a number, never for a formula.
function cell(value: Json): string {
  if (typeof value === 'number') return String(value);
  const text = String(value).replace(/^[=+\-@\t]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
