// Where results came from, as the engine accounts for it (src/review).
import { engine } from '../engine/engine';
import { hasText, t } from '../i18n/i18n.svelte';
import type { Account, Accounts } from '../table/review';
import type { TableModel } from '../table/model.svelte';

// Of a match that is over; null where its file is not to be had, or nobody accounts for the game. Made once for an end: who
// takes moves back may reach another.
const made = new WeakMap<object, { length: number; accounts: Promise<Accounts | null> }>();
export function accountsOf(model: TableModel): Promise<Accounts | null> {
  const { table, length } = model;
  const known = made.get(table);
  if (known?.length === length) return known.accounts;
  const accounts = makeAccounts(model);
  made.set(table, { length, accounts });
  accounts.catch(() => made.delete(table));
  return accounts;
}

async function makeAccounts(model: TableModel): Promise<Accounts | null> {
  const file = await model.table.file();
  if (!file) return null;
  const match = await engine().load(file);
  try {
    return await engine().accounts(match);
  } finally {
    void engine().drop(match);
  }
}

export const worded = (game: string, kind: string, word: string): string | null =>
  hasText(`${game}.${kind}.${word}`) ? t(`${game}.${kind}.${word}`) : null;

export function sourceName(game: string, { source, of }: Pick<Account, 'source' | 'of'>): string {
  const name = t(`${game}.review.source.${source}`);
  return of ? `${name}: ${worded(game, 'private', of) ?? worded(game, 'building', of) ?? of}` : name;
}

// The parts of one source as one sum, in the order of the engine; what cancels out is left out.
export function bySource(accounts: Account[]): { source: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { source, amount } of accounts) sums.set(source, (sums.get(source) ?? 0) + amount);
  return [...sums].map(([source, amount]) => ({ source, amount })).filter(({ amount }) => amount !== 0);
}

// What one company, building or the like brought all players together, from these sources.
export const broughtBy = (accounts: Account[], of: string, sources: string[]): number =>
  accounts
    .filter((account) => account.of === of && sources.includes(account.source))
    .reduce((sum, { amount }) => sum + amount, 0);
