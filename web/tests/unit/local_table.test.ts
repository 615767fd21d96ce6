// A table of this device with bots: when it writes to the disk, and what a page that goes away leaves behind.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/engine/engine';
import type { LogEntry, MatchView } from '../../src/table/contract';
import { localMatches, type LocalMatch } from '../../src/table/local_store';
import { LocalTable } from '../../src/table/local_table';

// Seats take turns; seat 0 is a person, the others bots.
class FakeEngine {
  moves: number[] = [];
  load = () => Promise.resolve(1);
  state = () => Promise.resolve({ game: 'x', seats: 4, n: this.moves.length, to_act: [this.moves.length % 4], outcome: null });
  view = (): Promise<MatchView> => Promise.resolve({ game: 'x', n: this.moves.length, seats: 4, to_act: [this.moves.length % 4], outcome: null, seat: 0, legal: [], undoable: 0, state: {} });
  log = (_match: number, _viewer: number, from: number): Promise<LogEntry[]> => Promise.resolve(this.moves.slice(from).map((seat, i) => ({ n: from + i, seat, action: { type: 'pass' }, events: [] })));
  file = () => Promise.resolve({ moves: [...this.moves] });
  play = (_match: number, seat: number) => Promise.resolve(this.moves.push(seat));
  advise = () => Promise.resolve({ type: 'pass' });
  drop = vi.fn(() => Promise.resolve(null));
}

const record: LocalMatch = { id: 'M', game: 'x', title: '', seats: [{ kind: 'human', name: 'A' }, ...['B', 'C', 'D'].map((name) => ({ kind: 'bot' as const, name }))], file: {}, n: 0, toAct: [0], finished: false, created: 0, updated: 0, notes: '' };

describe('LocalTable', () => {
  const kept: { moves: number[] }[] = [];
  beforeEach(() => {
    kept.length = 0;
    vi.spyOn(localMatches, 'put').mockImplementation((match) => {
      kept.push(match.file as { moves: number[] });
      return Promise.resolve('M');
    });
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

  it('keeps a move of a person at once, and the bots\' when the last of them has moved', async () => {
    const engine = new FakeEngine();
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => 1 });
    await settle();
    kept.length = 0;
    expect(await table.play({ type: 'pass' })).toBeNull();
    expect(kept.map(({ moves }) => moves)).toEqual([[0]]);
    await settle();
    expect(table.data().view?.n).toBe(4);
    expect(kept.map(({ moves }) => moves)).toEqual([[0], [0, 1, 2, 3]]);
    table.close();
    await settle();
    expect(kept.length).toBe(2);
    expect(engine.drop).toHaveBeenCalledOnce();
  });

  it('keeps what the bots have done so far when the page goes on to something else', async () => {
    let pause = 1;
    const engine = new FakeEngine();
    const table = new LocalTable(engine as unknown as Engine, record, { botPause: () => pause });
    await settle();
    const moved = new Promise<void>((resolve) => table.subscribe((data) => {
      if (data.view?.n !== 2) return;
      pause = 10_000;
      resolve();
    }));
    await table.play({ type: 'pass' });
    await moved;
    await settle();
    expect(kept.at(-1)?.moves).toEqual([0]);
    table.close();
    await settle();
    expect(kept.at(-1)?.moves).toEqual([0, 1]);
  });
});
