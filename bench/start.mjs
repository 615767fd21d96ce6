// node bench/start.mjs MODULE.wasm...: from the start of a compiled module until the first view of a new table, for each game. Several
// modules are measured in turns, so that a busy machine treats them alike; the quickest of the rounds counts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const rounds = 40;
const system = new Proxy({ proc_exit: (code) => { throw new Error(`exit ${code}`); } }, { get: (known, name) => known[name] ?? (() => 52) });

function milliseconds(module, game) {
  const begin = performance.now();
  const engine = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system }).exports;
  engine._initialize();
  const ask = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const room = engine.remise_room(bytes.length);
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    const size = engine.remise_call();
    const { ok, error } = JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.remise_answer(), size)));
    if (error) throw new Error(JSON.stringify(error));
    return ok;
  };
  const match = ask({ op: 'start', game, setup: { players: 3, seed: 'start' } });
  ask({ op: 'view', match, viewer: 0 });
  return performance.now() - begin;
}

const modules = process.argv.slice(2).map((file) => ({ name: basename(file), module: new WebAssembly.Module(readFileSync(file)) }));
for (const game of ['1840', 'tramways']) {
  const best = modules.map(() => Infinity);
  for (let round = 0; round < rounds; ++round)
    for (const [i, { module }] of modules.entries()) best[i] = Math.min(best[i], milliseconds(module, game));
  for (const [i, { name }] of modules.entries()) console.log(`${game} ${name} ${best[i].toFixed(2)} ms`);
}
