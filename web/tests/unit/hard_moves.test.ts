// Hard and expert of 1840 think the same in the browser as natively: the moves that tests/bots/vienna1840/learned_test.cpp recorded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/engine/wasi';
import type { Action, MatchState } from '../../src/table/contract';
import { long } from './real_engine';

interface Recorded {
  players: number;
  n: number;
  level: string;
  action: Action;
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/bots/vienna1840/hard_moves.json'), 'utf8'),
) as Recorded[];

it('hard and expert make the moves they make natively', { timeout: 180_000 }, async () => {
  const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
  const ask = <T>(request: object): T => (JSON.parse(call(JSON.stringify(request))) as { ok: T }).ok;
  const asked = recorded.filter((_, n) => long || n % 3 === 0); // experts among them
  expect(asked.length).toBeGreaterThan(20);
  for (const players of new Set(recorded.map((move) => move.players))) {
    const match = ask<number>({ op: 'start', game: '1840', setup: { players, seed: 'recorded' } });
    for (;;) {
      const { n, to_act } = ask<MatchState>({ op: 'state', match });
      const seat = to_act[0];
      if (seat === undefined) break;
      const choose = (level: string) => ask<Action>({ op: 'choose', match, seat, level, seed: 'recorded' });
      const wanted = asked.find((move) => move.players === players && move.n === n);
      if (wanted) expect(choose(wanted.level), `${players} players, move ${n}`).toEqual(wanted.action);
      ask({ op: 'play', match, seat, action: choose('medium') });
    }
  }
});
