// The engine behind its transport: what is left of it after a restart.
import { describe, expect, it, vi } from 'vitest';
import { Engine, type Transport } from '../../src/engine/engine';
import { settled } from '../../src/table/contract';

function fake() {
  let last = 0;
  const sent: Record<string, unknown>[] = [];
  const transport = {
    send: (request: unknown) => {
      const asked = request as Record<string, unknown>;
      sent.push(asked);
      return Promise.resolve({ ok: asked.op === 'load' || asked.op === 'clone' ? ++last : null });
    },
    restart: vi.fn(() => (last = 0)),
  } satisfies Transport;
  return { engine: new Engine(transport), transport, sent };
}

describe('Engine', () => {
  it('takes no match of before a restart for another one', async () => {
    const { engine, transport, sent } = fake();
    const old = await engine.load({});
    await engine.drop(old);
    expect(sent.at(-1)).toEqual({ op: 'drop', match: 1 });
    engine.restart(old);
    const fresh = await engine.load({});
    expect(fresh).not.toBe(old);
    const before = sent.length;
    await expect(engine.drop(old)).rejects.toThrow('started again');
    await expect(engine.clone(old, 0)).rejects.toThrow('started again');
    expect(sent.length).toBe(before);
    await engine.state(await engine.clone(fresh, 0));
    expect(sent.at(-1)).toEqual({ op: 'state', match: 2 });
    engine.restart(old); // somebody else has done it already
    expect(transport.restart).toHaveBeenCalledOnce();
  });
});

describe('a legal entry with ranges', () => {
  it('becomes one of its actions, and every one of them', () => {
    const seen = new Set<number>();
    for (let i = 0; i < 400; ++i) {
      const action = settled({
        type: 'bid',
        price: { min: 20, max: 45, step: 5 },
        more: [{ n: { min: 1, max: 1, step: 1 } }, 'x', null],
      });
      expect(action).toMatchObject({ type: 'bid', more: [{ n: 1 }, 'x', null] });
      seen.add(action.price as unknown as number);
    }
    expect([...seen].sort()).toEqual([20, 25, 30, 35, 40, 45]);
  });
});
