// wasm.mjs BENCH_ENGINE: the engine in WebAssembly beside the same engine compiled for this machine (bench/engine.cpp). Both answer
// the same requests; the quickest of several rounds counts. Prints the rows of bench/results.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rounds = 15;
let engine = null;
const system = new Proxy({ fd_write: () => 0, proc_exit: (code) => { throw new Error(`exit ${code}`); } }, { get: (target, name) => target[name] ?? (() => 52) });
const { instance } = await WebAssembly.instantiate(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')), { wasi_snapshot_preview1: system });
engine = instance.exports;
engine._initialize();
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
function raw(text) {
  const bytes = encoder.encode(text);
  const room = engine.remise_room(bytes.length);
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const start = process.cpuUsage();
  const size = engine.remise_call();
  const used = process.cpuUsage(start);
  return { size, micros: used.user + used.system };
}
function ask(request) {
  const { size } = raw(JSON.stringify(request));
  const answer = JSON.parse(decoder.decode(new Uint8Array(engine.memory.buffer, engine.remise_answer(), size)));
  if (answer.error) throw new Error(JSON.stringify(answer.error));
  return answer.ok;
}

// A whole match by bots, and the number of its moves at the wanted step.
function play(game, players, level, wanted) {
  const match = ask({ op: 'start', game, setup: { players, seed: 'bench' } });
  let at = 0;
  for (;;) {
    const { n, to_act } = ask({ op: 'state', match });
    if (to_act.length === 0) break;
    if (wanted(ask({ op: 'view', match, viewer: to_act[0] }))) at = n;
    ask({ op: 'play', match, seat: to_act[0], action: ask({ op: 'advise', match, seat: to_act[0], level, seed: 'bench' }) });
  }
  return { file: ask({ op: 'file', match }), cut: ask({ op: 'file', match: ask({ op: 'clone', match, n: at }) }), match };
}
const vienna = play('1840', 6, 'medium', (view) => view.state.round.id === 'LR5c' && view.state.step === 'build');
const tramways = play('tramways', 3, 'random', (view) => view.legal.filter((action) => action.type === 'lay_track').length > 300);

// Numbers of matches are given in order: the first two loads below are matches 1 and 2 of a fresh engine.
const seatOf = (file) => ask({ op: 'state', match: ask({ op: 'load', file }) }).to_act[0];
const [a, b] = [seatOf(vienna.cut), seatOf(tramways.cut)];
const requests = (first, second) => [
  ['replay of a six-player match of 1840, all runs included', { op: 'load', file: vienna.file }],
  ['view of 1840, LR5c, with the gain of every tile (best routes)', { op: 'view', match: first, viewer: a }],
  ['a move by the medium bot of 1840, LR5c', { op: 'advise', match: first, seat: a, level: 'medium', seed: 'x' }],
  ['replay of a match of Tramways', { op: 'load', file: tramways.file }],
  ['view of Tramways with all track deeds', { op: 'view', match: second, viewer: b }],
];
const loads = [{ op: 'load', file: vienna.cut }, { op: 'load', file: tramways.cut }];

const folder = mkdtempSync(join(tmpdir(), 'remise-bench-'));
try {
  // For this machine: loads first, so that the matches have the numbers 1 and 2.
  const list = join(folder, 'requests.jsonl');
  writeFileSync(list, [...loads, ...requests(1, 2).map(([, request]) => request)].map((request) => JSON.stringify(request)).join('\n'));
  const native = execFileSync(process.argv[2] ?? 'build/release/bench/bench_engine', [list, String(rounds)], { encoding: 'utf8' }).trim().split('\n').map(Number).slice(2);
  const [first, second] = loads.map((request) => ask(request));
  const texts = requests(first, second).map(([, request]) => JSON.stringify(request));
  const wasm = texts.map(() => Infinity);
  for (let round = 0; round < rounds; ++round) for (const [i, text] of texts.entries()) wasm[i] = Math.min(wasm[i], raw(text).micros);
  for (const [i, [name]] of requests(0, 0).entries()) console.log(`| ${name} | ${(native[i] / 1000).toFixed(2)} ms | ${(wasm[i] / 1000).toFixed(2)} ms | ${(wasm[i] / native[i]).toFixed(2)} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
