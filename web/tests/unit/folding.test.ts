// Positions instead of views: what the server sends to a page whose engine is its own.
import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import { entry, info, reach, update, view } from './support';

// An engine whose states are numbers of moves.
function fakeEngine() {
  const held = new Map<number, number>();
  let last = 0;
  const engine = {
    id: vi.fn(() => Promise.resolve('e1')),
    know: vi.fn((_game: string, position: { n: number }) => {
      held.set(++last, position.n);
      return Promise.resolve(last);
    }),
    follow: vi.fn((match: number, position: { n: number }) => {
      held.set(match, position.n);
      return Promise.resolve(null);
    }),
    view: vi.fn((match: number) => Promise.resolve(view(held.get(match) ?? -1))),
    drop: vi.fn((match: number) => {
      held.delete(match);
      return Promise.resolve(null);
    }),
  };
  return { engine, held };
}

const position = (n: number) => ({ n, undoable: 0, state: '' });
const whole = (rev: number, n: number, more: object = {}) =>
  update(rev, n, { view: undefined, position: position(n), ...more });
const change = (from: number, rev: number, n: number, more: object = {}) => ({
  type: 'update',
  table: 'T1',
  rev,
  from,
  position: position(n),
  log: [entry(n - 1)],
  log_from: n - 1,
  ...more,
});

async function begun() {
  const fake = fakeEngine();
  const reached = reach(undefined, fake.engine as unknown as Engine);
  reached.wire.open();
  await vi.waitFor(() => expect(reached.wire.sent.at(-1)).toEqual({ type: 'watch', table: 'T1', engine: 'e1' }));
  return { ...reached, ...fake };
}

describe('a table whose page has the engine of the server', () => {
  it('shows whole views until the engine is there, then watches anew with it', async () => {
    const { wire } = await begun();
    expect(wire.sent[0]).toEqual({ type: 'watch', table: 'T1' });
  });

  it('makes the view of a whole position, and of the changes after it', async () => {
    const { table, wire, engine } = await begun();
    wire.say(whole(5, 4, { log: [entry(3)], log_from: 3 }));
    wire.say(change(5, 6, 5));
    wire.say(change(6, 7, 6));
    await vi.waitFor(() => expect(table.data().view?.n).toBe(6));
    expect(engine.know).toHaveBeenCalledTimes(1);
    expect(engine.follow).toHaveBeenCalledTimes(2);
    expect(table.data().log.map(({ n }) => n)).toEqual([3, 4, 5]);
  });

  it('keeps the order: what needs no folding waits for what does', async () => {
    const { table, wire } = await begun();
    wire.say(whole(5, 4));
    wire.say({ type: 'update', table: 'T1', rev: 5, chat: [{ number: 1, seat: 0, name: 'A', text: 'hi', time: 0 }] });
    expect(table.data().chat).toEqual([]);
    await vi.waitFor(() => expect(table.data().chat).toHaveLength(1));
    expect(table.data().view?.n).toBe(4);
  });

  it('asks for everything when it has lost count', async () => {
    const { table, wire } = await begun();
    wire.say(whole(5, 4));
    await vi.waitFor(() => expect(table.data().view?.n).toBe(4));
    const before = wire.sent.length;
    wire.say(change(6, 7, 6));
    await vi.waitFor(() => expect(wire.sent.length).toBe(before + 1));
    expect(wire.sent.at(-1)).toEqual({ type: 'watch', table: 'T1', engine: 'e1' });
    expect(table.data().view?.n).toBe(4); // nothing false is shown meanwhile
    wire.say(whole(7, 6));
    await vi.waitFor(() => expect(table.data().view?.n).toBe(6));
  });

  it('goes back to whole views when the engine fails again and again', async () => {
    const { table, wire, engine } = await begun();
    engine.know.mockRejectedValue(new Error('broken'));
    for (let i = 0; i < 3; ++i) {
      const before = wire.sent.length;
      wire.say(whole(5, 4));
      await vi.waitFor(() => expect(wire.sent.length).toBe(before + 1));
    }
    expect(wire.sent.at(-1)).toEqual({ type: 'watch', table: 'T1' });
    wire.say(update(5, 4));
    expect(table.data().view?.n).toBe(4);
  });

  it('looks back by positions, and forgets them', async () => {
    const { table, wire, held } = await begun();
    wire.say(whole(5, 4));
    await vi.waitFor(() => expect(table.data().view?.n).toBe(4));
    const past = table.history(2);
    await vi.waitFor(() => expect(wire.sent.at(-1)).toMatchObject({ type: 'history', n: 2, engine: 'e1' }));
    wire.say({ type: 'history', table: 'T1', key: wire.sent.at(-1)?.key, n: 2, position: position(2) });
    expect((await past).n).toBe(2);
    await vi.waitFor(() => expect(held.size).toBe(1));
  });

  it('looks as who it is told to be', async () => {
    const { wire, engine } = await begun();
    wire.say(whole(5, 4, { you: null, info: { ...info, you: null } }));
    await vi.waitFor(() => expect(engine.view).toHaveBeenCalledWith(1, 'spectator'));
  });
});
