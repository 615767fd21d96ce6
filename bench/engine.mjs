// node bench/engine.mjs [BENCH_ENGINE]: the engine in WebAssembly (build/wasm/engine.wasm) beside the same engine compiled for this
// machine (bench/engine.cpp). Both answer the same requests; the quickest of several rounds counts. Prints rows of results.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 15;
const root = join(import.meta.dirname, '..');
const program = process.argv[2] ?? join(root, 'build/release/bench/bench_engine');

// The module: texts through its memory (src/wasm/module.cpp). It asks nothing of the system.
const system = new Proxy({ proc_exit: (code) => { throw new Error(`exit ${code}`); } }, { get: (known, name) => known[name] ?? (() => 52) });
const { instance } = await WebAssembly.instantiate(readFileSync(join(root, 'build/wasm/engine.wasm')), { wasi_snapshot_preview1: system });
const engine = instance.exports;
engine._initialize();

function answer(text) {
  const bytes = new TextEncoder().encode(text);
  const room = engine.remise_room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const start = process.cpuUsage();
  const size = engine.remise_call();
  const used = process.cpuUsage(start);
  return { size, micros: used.user + used.system };
}
function ask(request) {
  const { size } = answer(JSON.stringify(request));
  const { ok, error } = JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.remise_answer(), size)));
  if (error) throw new Error(JSON.stringify(error));
  return ok;
}

// A match by bots: its file, and that of its first position of which `wanted` is true.
function play(game, players, level, wanted) {
  const match = ask({ op: 'start', game, setup: { players, seed: 'bench' } });
  let at = 0;
  for (;;) {
    const { n, to_act: [seat] } = ask({ op: 'state', match });
    if (seat === undefined) break;
    if (at === 0 && wanted(ask({ op: 'view', match, viewer: seat }))) at = n;
    ask({ op: 'play', match, seat, action: ask({ op: 'advise', match, seat, level, seed: 'bench' }) });
  }
  return { whole: ask({ op: 'file', match }), part: ask({ op: 'file', match: ask({ op: 'clone', match, n: at }) }) };
}
const vienna = play('1840', 6, 'medium', ({ state }) => state.round.id === 'LR3a' && state.step === 'build');
const tramways = play('tramways', 3, 'medium', ({ legal }) => legal.filter(({ type }) => type === 'lay_track').length > 300);

// Numbers of matches are given in order: the two loads come first in both engines.
const loads = [{ op: 'load', file: vienna.part }, { op: 'load', file: tramways.part }];
const [first, second] = loads.map(ask);
const [a, b] = [first, second].map((match) => ask({ op: 'state', match }).to_act[0]);
const work = (one, two) => [
  ['a six-player match of 1840 replayed, best routes included', { op: 'load', file: vienna.whole }],
  ['view of 1840, LR3a, with the gain of every tile (best routes)', { op: 'view', match: one, viewer: a }],
  ['a move of medium, 1840, LR3a', { op: 'advise', match: one, seat: a, level: 'medium', seed: 'x' }],
  ['a move of hard, 1840, LR3a, 2,000 nodes', { op: 'advise', match: one, seat: a, level: 'hard', seed: 'x' }],
  ['a match of Tramways replayed', { op: 'load', file: tramways.whole }],
  ['view of Tramways with all track deeds', { op: 'view', match: two, viewer: b }],
  ['a move of medium, Tramways', { op: 'advise', match: two, seat: b, level: 'medium', seed: 'x' }],
  ['a move of hard, Tramways, 3,000 nodes', { op: 'advise', match: two, seat: b, level: 'hard', seed: 'x' }],
];

const folder = mkdtempSync(join(tmpdir(), 'remise-bench-'));
try {
  const list = join(folder, 'requests.jsonl');
  writeFileSync(list, [...loads, ...work(1, 2).map(([, request]) => request)].map((request) => JSON.stringify(request)).join('\n'));
  const native = execFileSync(program, [list, String(rounds)], { encoding: 'utf8' }).trim().split('\n').map(Number).slice(loads.length);
  const texts = work(first, second).map(([, request]) => JSON.stringify(request));
  const wasm = texts.map((text) => Math.min(...Array.from({ length: rounds }, () => answer(text).micros)));
  console.log('| what | native | WebAssembly | ratio |\n| --- | ---: | ---: | ---: |');
  for (const [i, [name]] of work(0, 0).entries())
    console.log(`| ${name} | ${(native[i] / 1000).toFixed(2)} ms | ${(wasm[i] / 1000).toFixed(2)} ms | ${(wasm[i] / native[i]).toFixed(2)} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
