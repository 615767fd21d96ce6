// A puzzle about paying: nothing pays by itself, and nothing says what a symbol would cost. What is chosen pays, and nothing else.
import type { Begun, InTheMaking, Json } from '@/table/contract';
import type { Ask } from './composer.svelte';
import { payOf } from './making';

export async function ownPayment(ask: Ask, { action, use = [] }: Begun): Promise<InTheMaking> {
  const free = await ask({ action });
  const known = payOf(free)?.symbols;
  if (!known) return free;
  const rest = known.flatMap(({ symbol, state }) => (state === 'no' || use.includes(symbol) ? [] : symbol));
  const own = await ask({ action, use, avoid: rest });
  const symbols = known.map(({ symbol, state, need, why }) => ({
    symbol,
    state: use.includes(symbol) ? 'pays' : state === 'no' ? 'no' : 'can',
    ...(need ? { need } : {}),
    ...(why ? { why } : {}),
  }));
  return { ...own, pay: { ...payOf(own), symbols } as unknown as Json };
}
