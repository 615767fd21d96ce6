// Links that hold a game: they come back whole, and whatever else anybody writes there is refused with a reason, within bounds of time
// and memory.
import { expect, it } from 'vitest';
import { deflateRawSync } from 'node:zlib';
import { BadLink, mostUnpacked, pack, unpack } from '../../src/app/link';
import { dice, long } from './real_engine';

const game = {
  title: 'Straße nach Wien, Вена, ¡olé! 🚋',
  actions: Array.from({ length: 200 }, (_, i) => ({ seat: i % 4, action: { type: 'bid', price: i * 5 } })),
};
const faultOf = async (code: string): Promise<string> => {
  try {
    await unpack(code);
    return 'none';
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    return error.fault;
  }
};
const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

it('comes back as it was sent, in letters an address may hold', async () => {
  const code = await pack(game);
  expect(code).toMatch(/^1\.[\w-]+$/);
  expect(await unpack(code)).toEqual(game);
  expect(code.length).toBeLessThan(JSON.stringify(game).length / 3);
});

it('refuses every link with a letter changed, added or lost', async () => {
  const code = await pack(game);
  const roll = dice(25);
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%/ é';
  for (let i = 0; i < (long ? 5000 : 300); ++i) {
    const at = roll(code.length);
    const sign = signs[roll(signs.length)] ?? 'A';
    const kind = roll(4);
    const changed =
      kind === 0
        ? code.slice(0, at) + sign + code.slice(at + 1)
        : kind === 1
          ? code.slice(0, at) + sign + code.slice(at)
          : kind === 2
            ? code.slice(0, at) + code.slice(at + 1 + roll(20))
            : code.slice(0, at);
    const fault = await faultOf(changed);
    // The spare bits of the last letter change nothing; everything else does.
    if (fault === 'none') expect(await unpack(changed), changed).toEqual(game);
    else expect(['broken', 'version']).toContain(fault);
  }
}, 120_000);

it('refuses noise of every kind', async () => {
  const roll = dice(7);
  for (let i = 0; i < (long ? 2000 : 100); ++i) {
    const noise = Uint8Array.from({ length: roll(300) }, () => roll(256));
    expect(await faultOf(`1.${letters(noise)}`)).not.toBe('none');
    expect(await faultOf(Buffer.from(noise).toString('latin1'))).not.toBe('none');
  }
  for (const code of ['', '.', '1', '1.', '1.A', '1.AAAA', '1.AAAAAAAA', '..', '#', '__proto__', 'null'])
    expect(await faultOf(code)).toBe('broken');
}, 60_000);

it('tells a newer form from a broken one', async () => {
  const code = await pack(game);
  expect(await faultOf(code.replace(/^1/, '2'))).toBe('version');
  expect(await faultOf(code.replace(/^1/, '999'))).toBe('version');
  expect(await faultOf(code.replace(/^1/, '1000'))).toBe('broken');
});

it('does not unpack what grows beyond all bounds', async () => {
  const bomb = deflateRawSync(Buffer.alloc(32 * mostUnpacked, ' '), { level: 9 });
  const before = performance.now();
  expect(await faultOf(`1.${letters(new Uint8Array([0, 0, 0, 0, ...bomb]))}`)).toBe('large');
  expect(performance.now() - before).toBeLessThan(2000);
  expect(await faultOf(`1.${'A'.repeat(70_000)}`)).toBe('large');
});
