// Positions for the tests of views: the engine plays a match against itself until something is to be decided, and gives the
// file of that moment. The same engine.wasm as in the page, run in this process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEngine } from '../../src/engine/wasi';
import type { Action, MatchState, MatchView } from '../../src/table/contract';

export interface Found {
  name: string;
  n: number;
  file: object;
}

export interface Wanted {
  name: string;
  // Is this the moment? Asked before each move.
  when: (view: MatchView, n: number) => boolean;
}

const wasm = join(import.meta.dirname, '../../public/engine.wasm');

interface Played {
  game: string;
  players: number;
  level: string;
  seed: string;
}

// One match of bots against each other, from which what is still wanted is taken.
function search(ask: Ask, { game, players, level, seed }: Played, wanted: Wanted[]): Found[] {
  const match = ask<number>({ op: 'start', game, setup: { players, seed } });
  const found: Found[] = [];
  let open = [...wanted];
  while (open.length > 0) {
    const state = ask<MatchState>({ op: 'state', match });
    const seat = state.to_act[0];
    const view = ask<MatchView>({ op: 'view', match, viewer: seat ?? 'spectator' });
    for (const entry of open.filter(({ when }) => when(view, state.n))) {
      found.push({ name: entry.name, n: state.n, file: ask<object>({ op: 'file', match }) });
      open = open.filter((other) => other !== entry);
    }
    if (seat === undefined) break;
    const action = ask<Action>({ op: 'choose', match, seat, level, seed });
    ask({ op: 'play', match, seat, action });
  }
  ask({ op: 'drop', match });
  return found;
}

type Ask = <T>(request: object) => T;

async function engine(): Promise<Ask> {
  const call = await loadEngine(readFileSync(wasm));
  return <T>(request: object): T => {
    const answer = JSON.parse(call(JSON.stringify(request))) as { ok?: T; error?: object };
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer.ok as T;
  };
}

// What the seat to act sees in a position; and the position after one more move.
export async function viewOf(found: Found): Promise<MatchView> {
  const ask = await engine();
  const match = ask<number>({ op: 'load', file: found.file });
  const [seat] = ask<MatchState>({ op: 'state', match }).to_act;
  return ask<MatchView>({ op: 'view', match, viewer: seat ?? 'spectator' });
}
export async function after(found: Found, name: string, choose: (view: MatchView) => Action): Promise<Found> {
  const ask = await engine();
  const match = ask<number>({ op: 'load', file: found.file });
  const [seat] = ask<MatchState>({ op: 'state', match }).to_act;
  ask({ op: 'play', match, seat, action: choose(ask<MatchView>({ op: 'view', match, viewer: seat })) });
  return { name, n: found.n + 1, file: ask<object>({ op: 'file', match }) };
}

// Nothing here is recorded: what one match does not bring, the next one is searched for.
export async function findPositions(played: Played, wanted: Wanted[], matches = 6): Promise<Found[]> {
  const ask = await engine();
  const found: Found[] = [];
  const missing = () => wanted.filter((entry) => !found.some(({ name }) => name === entry.name));
  for (let i = 0; i < matches && missing().length > 0; ++i)
    found.push(...search(ask, { ...played, seed: `${played.seed}-${i}` }, missing()));
  if (missing().length)
    throw new Error(
      `never reached in ${matches} matches: ${missing()
        .map(({ name }) => name)
        .join(', ')}`,
    );
  return found;
}
