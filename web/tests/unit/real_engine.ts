// The engine of the page in this process, and actions made with it by chance.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEngine } from '../../src/engine/wasi';
import { Refused, type InTheMaking, type Json, type RuleError, type Values } from '../../src/table/contract';

const wasm = join(import.meta.dirname, '../../public/engine.wasm');
let call: ((request: string) => string) | null = null;
export async function wakeEngine(): Promise<void> {
  if (!existsSync(wasm)) throw new Error('build the engine first: scripts/build-wasm.sh');
  call ??= await loadEngine(readFileSync(wasm));
}
export function ask<T>(request: object): T {
  const answer = JSON.parse(call?.(JSON.stringify(request)) ?? '{}') as { ok?: T; error?: RuleError };
  if (answer.error) throw new Refused(answer.error);
  return answer.ok as T;
}
export const long = process.env.REMISE_LONG === '1';

export type Roll = (n: number) => number;
export function dice(seed: number): Roll {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

// One of the numbers of a range, more often a small one.
export function oneOf(value: Json, roll: Roll): Json {
  const range = value as { min?: number; max?: number; step?: number } | null;
  if (range === null || typeof range !== 'object' || range.min === undefined) return value;
  const step = range.step ?? 1;
  const n = Math.floor(((range.max ?? 0) - range.min) / step) + 1;
  return range.min + step * roll(roll(3) ? Math.min(n, 4) : n);
}

// An action made by chance: steps, symbols to use and to free. Null where it led nowhere.
export function madeByChance(match: number, seat: number, roll: Roll): InTheMaking | null {
  let begun: { action: Values; use?: string[]; avoid?: string[] } = { action: {} };
  let answer = ask<InTheMaking>({ op: 'compose', match, seat, ...begun });
  let best: InTheMaking | null = null;
  for (let steps = 0; steps < 40; ++steps) {
    if (answer.send) best = answer;
    const symbols = ((answer.pay as { symbols?: { symbol: string; state: string }[] } | null)?.symbols ?? []).filter(
      ({ state }) => state !== 'no',
    );
    if (answer.send && (roll(3) === 0 || (!answer.next.length && !symbols.length))) return best;
    if (symbols.length && (!answer.next.length || roll(4) === 0)) {
      const { symbol, state } = symbols[roll(symbols.length)] as { symbol: string; state: string };
      const use = (begun.use ?? []).filter((entry) => entry !== symbol);
      const avoid = (begun.avoid ?? []).filter((entry) => entry !== symbol);
      if (state === 'can') use.push(symbol);
      else avoid.push(symbol);
      begun = { action: answer.action, ...(use.length ? { use } : {}), ...(avoid.length ? { avoid } : {}) };
    } else if (answer.next.length) {
      const set = answer.next[roll(answer.next.length)]?.set ?? {};
      const chosen = Object.entries(set).map(([member, value]) => [member, oneOf(value as Json, roll)]);
      begun = { ...begun, action: { ...answer.action, ...(Object.fromEntries(chosen) as Values) } };
    } else return best;
    try {
      answer = ask<InTheMaking>({ op: 'compose', match, seat, ...begun });
    } catch (error) {
      if (error instanceof Refused) return best; // the form of the question: too many symbols named
      throw error;
    }
  }
  return best;
}
