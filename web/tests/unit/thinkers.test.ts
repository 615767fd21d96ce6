// A long thought shared out among engines: the same move with any number of them, and gone when nobody waits for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine';
import { GaveUp, Thinkers } from '../../src/engine/thinkers';
import { loadEngine } from '../../src/engine/wasi';
import type { Action } from '../../src/table/contract';

const level = 'expert';
let file: object;
let alone: Action;
let make: () => Promise<Engine>;

beforeAll(async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../public/engine.wasm'));
  make = async () => {
    const call = await loadEngine(bytes);
    return new Engine({
      send: (request) => Promise.resolve(JSON.parse(call(JSON.stringify(request))) as never),
      restart: () => undefined,
    });
  };
  const engine = await make();
  const match = await engine.start('1840', { players: 2, seed: 'thinkers' });
  for (let n = 0; n < 30; ++n) {
    const [seat] = (await engine.state(match)).to_act;
    await engine.play(match, seat ?? 0, await engine.choose(match, seat ?? 0, 'medium', 'thinkers'));
  }
  // A decision with something to think about, and not the dearest.
  for (;;) {
    const [seat] = (await engine.state(match)).to_act;
    if ((await engine.view(match, seat ?? 0)).legal.length > 3) break;
    await engine.play(match, seat ?? 0, await engine.choose(match, seat ?? 0, 'medium', 'thinkers'));
  }
  file = await engine.file(match);
  const [seat] = (await engine.state(match)).to_act;
  asked = { file, seat: seat ?? 0, level, seed: 'thinkers' };
  alone = await engine.choose(match, seat ?? 0, level, 'thinkers');
}, 60_000);
let asked: { file: object; seat: number; level: string; seed: string };

describe('thinkers', () => {
  it('come to the move of one engine alone, however many they are, and tell how far they are', async () => {
    for (const count of [1, 3]) {
      const engines = await Promise.all(Array.from({ length: count }, make));
      const thinkers = new Thinkers(count, () => ({ engine: engines.pop() as Engine, close: () => undefined }));
      const parts: number[] = [];
      expect(await thinkers.think(asked, (part) => parts.push(part), new AbortController().signal)).toEqual(alone);
      expect(parts.length).toBeGreaterThan(3);
      expect(parts).toEqual([...parts].sort((a, b) => a - b));
      expect(parts.at(-1)).toBeGreaterThan(0.9);
    }
  }, 60_000);

  it('stop when nobody waits any more, and end their engines', async () => {
    const engine = await make();
    let closed = 0;
    const thinkers = new Thinkers(1, () => ({ engine, close: () => ++closed }));
    const end = new AbortController();
    const thought = thinkers.think(asked, () => end.abort(), end.signal);
    await expect(thought).rejects.toBeInstanceOf(GaveUp);
    thinkers.close();
    expect(closed).toBe(1);
  }, 60_000);

  it('answer at once for a level that thinks alone', async () => {
    const engine = await make();
    const thinkers = new Thinkers(1, () => ({ engine, close: () => undefined }));
    const match = await engine.load(file);
    const action = await engine.choose(match, asked.seat, 'hard', 'thinkers');
    expect(await thinkers.think({ ...asked, level: 'hard' }, () => undefined, new AbortController().signal)).toEqual(
      action,
    );
  }, 60_000);
});
