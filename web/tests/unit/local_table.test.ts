// A table of this device with bots: when it writes to the disk, and what a page that goes away leaves behind.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import { Refused, type Action, type LogEntry, type MatchState, type MatchView } from '../../src/table/contract';
import { localMatches, type LocalMatch } from '../../src/table/local_store';
import { LocalTable } from '../../src/table/local_table';

// Seats take turns; seat 0 is a person, the others bots.
class FakeEngine {
  moves: number[] = [];
  load: (file?: { moves?: number[] }) => Promise<number> = () => Promise.resolve(1);
  private now = () => ({ game: 'x', seats: 4, n: this.moves.length, to_act: [this.moves.length % 4], outcome: null });
  state = () => Promise.resolve(this.now());
  view = (_match: number, viewer: number): Promise<MatchView> =>
    Promise.resolve({
      game: 'x',
      n: this.moves.length,
      seats: 4,
      to_act: [this.moves.length % 4],
      outcome: null,
      seat: viewer,
      legal: [],
      undoable: 0,
      state: {},
    });
  log = (_match: number, _viewer: number, from: number): Promise<LogEntry[]> =>
    Promise.resolve(
      this.moves.slice(from).map((seat, i) => ({ n: from + i, seat, action: { type: 'pass' }, events: [] })),
    );
  file = () => Promise.resolve({ moves: [...this.moves] });
  play = (_match: number, seat: number, action: Action): Promise<MatchState> => {
    if (action.type !== 'pass') return Promise.reject(new Refused({ scope: 'x', code: 'no', rule: '', values: {} }));
    this.moves.push(seat);
    return Promise.resolve(this.now());
  };
  choose: () => Promise<Action> = () => Promise.resolve({ type: 'pass' });
  drop = vi.fn(() => Promise.resolve(null));
  undo = (_match: number, count: number): Promise<MatchState> => {
    this.moves.splice(this.moves.length - count);
    return Promise.resolve(this.now());
  };
  restart = vi.fn(() => {
    this.moves = []; // everything it held is gone
  });
}

// Bots that fail, so often.
class FailingEngine extends FakeEngine {
  constructor(
    public failures: number,
    private error: Error = new Error('unreachable executed'),
  ) {
    super();
    this.choose = () => (this.failures-- > 0 ? Promise.reject(this.error) : Promise.resolve({ type: 'pass' }));
    this.load = (file?: { moves?: number[] }) => {
      this.moves = [...(file?.moves ?? [])];
      return Promise.resolve(1);
    };
    const plain = this.view;
    this.view = async (match, viewer) => ({ ...(await plain(match, viewer)), legal: [{ type: 'pass' }] });
  }
}

let record: LocalMatch = {
  id: 'M0',
  game: 'x',
  title: '',
  seats: [{ kind: 'human', name: 'A' }, ...['B', 'C', 'D'].map((name) => ({ kind: 'bot' as const, name }))],
  file: {},
  n: 0,
  toAct: [0],
  finished: false,
  created: 0,
  updated: 0,
  notes: '',
};

describe('LocalTable', () => {
  // What is written by the table of this test: one of a test before may still write.
  const kept: { moves: number[] }[] = [];
  const keep = (match: LocalMatch) => {
    if (match.id === record.id) kept.push(match.file as { moves: number[] });
    return Promise.resolve(match.id);
  };
  let tests = 0;
  beforeEach(() => {
    record = { ...record, id: `M${++tests}` };
    kept.length = 0;
    vi.spyOn(localMatches, 'put').mockImplementation(keep);
  });
  const settle = (time = 150) => new Promise((resolve) => setTimeout(resolve, time));

  it("keeps a move of a person as soon as it is shown, and the bots' when the last of them has moved", async () => {
    let pause = 1500; // longer than a busy machine takes for what comes before
    const engine = new FakeEngine();
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => pause });
    await settle();
    kept.length = 0;
    expect(await table.play({ type: 'pass' })).toBeNull();
    await settle(50);
    expect(kept.map(({ moves }) => moves)).toEqual([[0]]);
    pause = 1;
    await vi.waitFor(() => expect(table.data().view?.n).toBe(4), { timeout: 10_000 });
    await settle();
    expect(kept.map(({ moves }) => moves)).toEqual([[0], [0, 1, 2, 3]]);
    table.close();
    await settle();
    expect(kept.length).toBe(2);
    expect(engine.drop).toHaveBeenCalledOnce();
  });

  it('plays again what was taken back, with the moves of the bots, and the bots go on', async () => {
    const engine = new FakeEngine();
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => 0 });
    await settle();
    await table.play({ type: 'pass' });
    await settle();
    await table.play({ type: 'pass' });
    await settle();
    expect(engine.moves).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    await table.undo(4);
    await table.undo(0);
    expect(table.data().undone).toBe(2);
    expect(await table.redo()).toBeNull();
    expect(engine.moves).toEqual([0, 1, 2, 3]);
    expect(table.data().undone).toBe(1);
    await table.redo();
    await settle();
    expect(engine.moves).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect(table.data().view?.to_act).toEqual([0]); // nobody waits for a bot that was never asked
    expect(table.data().undone).toBe(0);
    table.close();
  });

  it('lets the bots decide anew where their moves were not kept, and forgets what a new move has overtaken', async () => {
    const engine = new FakeEngine();
    let pause = 10_000;
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => pause });
    await settle();
    await table.play({ type: 'pass' }); // the bots take their time
    await table.undo(0);
    pause = 0;
    await table.redo();
    await settle();
    expect(engine.moves).toEqual([0, 1, 2, 3]);
    await table.undo(0);
    await table.play({ type: 'pass' });
    expect(table.data().undone).toBe(0);
    table.close();
  });

  it('keeps what the bots have done so far when the page goes on to something else', async () => {
    let pause = 60;
    const engine = new FakeEngine();
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => pause });
    await settle();
    const moved = new Promise<void>((resolve) =>
      table.subscribe((data) => {
        if (data.view?.n !== 2) return;
        pause = 10_000;
        resolve();
      }),
    );
    await table.play({ type: 'pass' });
    await moved;
    await settle();
    expect(kept.at(-1)?.moves).toEqual([0]);
    table.close();
    await settle();
    expect(kept.at(-1)?.moves).toEqual([0, 1]);
  });

  it('shows a move before it is kept, and loses none that is made during a slow write', async () => {
    const engine = new FakeEngine();
    const alone: LocalMatch = { ...record, seats: record.seats.map((seat) => ({ ...seat, kind: 'human' })) };
    const writes: (() => void)[] = [];
    const table = new LocalTable(engine as unknown as Engine, alone, { botPause: () => 1 });
    await settle();
    vi.spyOn(localMatches, 'put').mockImplementation(
      (match) =>
        new Promise((resolve) => {
          void keep(match);
          if (match.id === record.id) writes.push(() => resolve(match.id));
          else resolve(match.id);
        }),
    );
    kept.length = 0;
    await table.play({ type: 'pass' });
    await settle();
    await table.play({ type: 'pass' });
    await table.play({ type: 'pass' });
    expect(table.data().view?.n).toBe(3);
    expect(kept.map(({ moves }) => moves)).toEqual([[0]]);
    writes[0]?.();
    await settle();
    expect(kept.map(({ moves }) => moves)).toEqual([[0], [0, 1, 2]]);
  });

  it('shows a shared device through the eyes of who is to act', async () => {
    const table = new LocalTable(
      new FakeEngine() as unknown as Engine,
      { ...record, seats: record.seats.map((seat) => ({ ...seat, kind: 'human' })) },
      { botPause: () => 1 },
    );
    await settle();
    expect(table.data().view?.seat).toBe(0);
    await table.play({ type: 'pass' });
    expect(table.data().view).toMatchObject({ n: 1, seat: 1 });
    await table.play({ type: 'pass' });
    expect(table.data().view).toMatchObject({ n: 2, seat: 2 });
  });

  it('shows nothing new when a move is refused', async () => {
    const table = new LocalTable(new FakeEngine() as unknown as Engine, record, { botPause: () => 10_000 });
    await settle();
    kept.length = 0;
    const before = table.data();
    expect(await table.play({ type: 'dance' })).toMatchObject({ code: 'no' });
    await settle();
    expect(table.data()).toBe(before);
    expect(kept).toEqual([]);
  });

  it('starts the engine again when a bot fails, and asks again', async () => {
    for (const error of [
      new Error('unreachable executed'),
      new Refused({ scope: 'core', code: 'oops', rule: '', values: {} }),
    ]) {
      const engine = new FailingEngine(2, error);
      const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => 1 });
      await settle(20);
      expect(await table.play({ type: 'pass' })).toBeNull();
      await settle(300);
      expect(engine.restart).toHaveBeenCalledTimes(2);
      expect(table.data().view?.n).toBe(4);
      expect(engine.moves).toEqual([0, 1, 2, 3]);
      expect(table.data().drawn).toEqual([]);
      expect(table.data().log.map(({ n }) => n)).toEqual([0, 1, 2, 3]);
      expect(table.data().failure).toBeNull();
    }
  });

  it('plays any legal move for a bot that fails three times, says so, and keeps it', async () => {
    const engine = new FailingEngine(3 + 3); // the first bot and the second
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => 1 });
    await settle(20);
    await table.play({ type: 'pass' });
    await settle(400);
    expect(engine.restart).toHaveBeenCalledTimes(6);
    expect(engine.moves).toEqual([0, 1, 2, 3]);
    expect(table.data().drawn).toEqual([1, 2]);
    const put = vi.mocked(localMatches.put).mock.calls.at(-1)?.[0];
    expect(put?.drawn).toEqual([1, 2]);
    expect(await table.undo(2)).toBeNull();
    expect(table.data().drawn).toEqual([1]);
  });

  it('says that it cannot go on where not even that works', async () => {
    const engine = new FailingEngine(1e9);
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => 1 });
    await settle(20);
    engine.view = () => Promise.reject(new Error('unreachable executed'));
    await table.play({ type: 'pass' });
    await settle(300);
    expect(table.data().failure?.code).toBe('engine_failed');
    expect(engine.restart.mock.calls.length).toBeLessThan(20);
  });

  it('loses no move to a failure, whatever is kept by then', async () => {
    const engine = new FailingEngine(0);
    const alone: LocalMatch = { ...record, seats: record.seats.map((seat) => ({ ...seat, kind: 'human' })) };
    const table = new LocalTable(engine as unknown as Engine, alone, { botPause: () => 1 });
    const trap = async () => {
      const play = engine.play;
      engine.play = () => {
        engine.play = play;
        return Promise.reject(new Error('unreachable executed'));
      };
      return table.play({ type: 'pass' });
    };
    await settle(20);
    await table.play({ type: 'pass' });
    await table.play({ type: 'pass' }); // neither is kept yet
    expect((await trap())?.code).toBe('engine_stopped');
    expect(engine.moves).toEqual([0, 1]);
    expect(table.data().view?.n).toBe(2);
    await settle();
    await table.play({ type: 'pass' });
    await settle(); // all three are kept; one is taken back, and the file is longer than the match
    await table.undo(1);
    await table.play({ type: 'pass' });
    expect((await trap())?.code).toBe('engine_stopped');
    expect(engine.moves).toEqual([0, 1]);
    expect(table.data().log.map(({ n }) => n)).toEqual([0, 1]);
  });

  it('says when the device does not take the match, and when it does again', async () => {
    const engine = new FakeEngine();
    const table = new LocalTable(
      engine as unknown as Engine,
      { ...record, seats: record.seats.map((seat) => ({ ...seat, kind: 'human' })) },
      { botPause: () => 1 },
    );
    await settle();
    expect(table.data().unsaved).toBe(false);
    const put = vi.spyOn(localMatches, 'put').mockRejectedValue(new Error('QuotaExceededError'));
    await table.play({ type: 'pass' });
    await settle();
    expect(table.data().unsaved).toBe(true);
    expect(table.data().view?.n).toBe(1);
    put.mockImplementation(keep);
    await table.play({ type: 'pass' });
    await settle();
    expect(table.data().unsaved).toBe(false);
    expect(kept.at(-1)?.moves).toEqual([0, 1]);
  });

  it('covers everything between two people who hold cards, until the next one is there', async () => {
    const engine = new FakeEngine();
    const eyes: unknown[] = [];
    const plain = engine.view;
    engine.view = (match, viewer) => {
      eyes.push(viewer);
      return plain(match, viewer);
    };
    const table = new LocalTable(
      engine as unknown as Engine,
      { ...record, seats: record.seats.map((seat) => ({ ...seat, kind: 'human' })) },
      { botPause: () => 1, covers: true },
    );
    await settle();
    expect(table.data().cover).toBe(0); // whoever opens it
    expect(eyes).toEqual(['spectator']);
    await table.uncover();
    expect(table.data().cover).toBeNull();
    expect(eyes.at(-1)).toBe(0);
    await table.play({ type: 'pass' });
    await settle();
    expect(table.data().cover).toBe(1);
    expect(eyes.at(-1)).toBe('spectator');
    await table.undo(0); // the one before may still take it back
    expect(table.data().cover).toBeNull();
    expect(eyes.at(-1)).toBe(0);
    expect(eyes).not.toContain(1);
  });

  describe('a bot that thinks for long', () => {
    const expert = (): LocalMatch => ({
      ...record,
      seats: record.seats.map((seat, i) => (i === 1 ? { ...seat, level: 'expert/builder' } : seat)),
    });
    // Thinks until it is told what comes of it.
    class FakeThinkers {
      asked: { seat: number; level: string; told: (part: number) => void; signal: AbortSignal }[] = [];
      done: (action: Action) => void = () => undefined;
      failed: (error: Error) => void = () => undefined;
      close = vi.fn();
      think = (
        { seat, level }: { seat: number; level: string },
        told: (part: number) => void,
        signal: AbortSignal,
      ): Promise<Action> => {
        this.asked.push({ seat, level, told, signal });
        return new Promise((resolve, reject) => {
          this.done = resolve;
          this.failed = reject;
          signal.addEventListener('abort', () => reject(new Error('gave up')));
        });
      };
    }
    const begin = async (pass: (time?: number) => Promise<unknown> = settle) => {
      const engine = new FakeEngine();
      const thinkers = new FakeThinkers();
      const table = new LocalTable(engine as unknown as Engine, expert(), { botPause: () => 0, thinkers });
      await pass();
      await table.play({ type: 'pass' });
      await pass(1);
      await vi.waitFor(() => expect(thinkers.asked.length).toBe(1), { timeout: 10_000 });
      return { engine, thinkers, table };
    };

    it('says so after half a second, and moves', async () => {
      vi.useFakeTimers();
      const { engine, thinkers, table } = await begin((time = 150) => vi.advanceTimersByTimeAsync(time));
      thinkers.asked[0]?.told(0.1);
      await vi.advanceTimersByTimeAsync(400);
      expect(table.data().thinking).toBeNull(); // a moment is no reason to say anything
      await vi.advanceTimersByTimeAsync(100);
      expect(table.data().thinking).toEqual({ seat: 1, part: 0.1 });
      thinkers.asked[0]?.told(0.6);
      thinkers.asked[0]?.told(0.4); // what is done stays done
      expect(table.data().thinking).toEqual({ seat: 1, part: 0.6 });
      expect(thinkers.asked[0]?.level).toBe('expert/builder');
      expect(await table.history(0)).toBeTruthy(); // the table answers meanwhile
      thinkers.done({ type: 'pass' });
      await vi.advanceTimersByTimeAsync(100);
      expect(engine.moves).toEqual([0, 1, 2, 3]);
      expect(table.data().thinking).toBeNull();
      table.close();
      vi.useRealTimers();
      expect(thinkers.close).toHaveBeenCalled();
    });

    it('gives up when the person takes the move back, or leaves', async () => {
      const { engine, thinkers, table } = await begin();
      await table.undo(0);
      expect(thinkers.asked[0]?.signal.aborted).toBe(true);
      expect(engine.moves).toEqual([]);
      await table.play({ type: 'pass' });
      await vi.waitFor(() => expect(thinkers.asked.length).toBe(2), { timeout: 10_000 });
      table.close();
      expect(thinkers.asked[1]?.signal.aborted).toBe(true);
      await settle();
      expect(engine.moves).toEqual([0]);
    });

    it('leaves the move to the engine of the table when its own ones fail', async () => {
      const { engine, thinkers, table } = await begin();
      thinkers.failed(new Error('unreachable executed'));
      await vi.waitFor(() => expect(engine.moves).toEqual([0, 1, 2, 3]), { timeout: 10_000 });
      expect(thinkers.close).toHaveBeenCalled();
      table.close();
    });
  });
});
