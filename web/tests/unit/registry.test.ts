// What the folders of the games say to the page is what the engine says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/engine/wasi';
import { gamePage, gamePages } from '../../src/games/registry';
import type { About } from '../../src/table/contract';

it('every game of the engine has its page, with the right number of players', async () => {
  const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
  const { ok: games } = JSON.parse(call(JSON.stringify({ op: 'games' }))) as { ok: About[] };
  expect(gamePages.map((page) => page.id)).toEqual(games.map((about) => about.id).sort());
  for (const about of games) expect(gamePage(about.id)?.players, about.id).toEqual(about.players);
});
