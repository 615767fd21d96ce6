// What the folders of the games say to the page is what the engine says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { loadEngine } from '../../src/engine/wasi';
import { gamePage, gamePages } from '../../src/games/registry';
import type { About } from '../../src/table/contract';

const wasm = join(import.meta.dirname, '../../public/engine.wasm');

it('every game of the engine has its page, with the right number of players', async () => {
  const call = await loadEngine(readFileSync(wasm));
  const { ok: games } = JSON.parse(call(JSON.stringify({ op: 'games' }))) as { ok: About[] };
  expect(gamePages.map((page) => page.id)).toEqual(games.map((about) => about.id).sort());
  for (const about of games) expect(gamePage(about.id)?.players, about.id).toEqual(about.players);
});

// With gzip, which browsers take where there is no certificate; brotli makes it a quarter smaller.
it("the engine's package with all its players is below 1 MiB, compressed", () => {
  expect(gzipSync(readFileSync(wasm), { level: 9 }).length).toBeLessThan(1024 * 1024);
});
