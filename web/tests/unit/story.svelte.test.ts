// What happened since the viewer decided last.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mostLines, pace, Story, type GameStory, type RecapLine } from '../../src/frame/story.svelte';
import type { Event, LogEntry, MatchView, RuleError } from '../../src/table/contract';
import { TableModel } from '../../src/table/model.svelte';
import { BaseTable, type Table } from '../../src/table/table';
import { info, view } from './support';

class FakeTable extends BaseTable implements Table {
  readonly kind = 'remote';
  past: number[] = [];
  play = () => Promise.resolve(null);
  why = () => Promise.resolve(null);
  compose = () => Promise.reject(new Error('not asked'));
  undo = () => Promise.resolve(null);
  redo = () => Promise.resolve(null);
  hint = () => Promise.resolve(null);
  file = () => Promise.resolve(null);
  review = () => Promise.resolve(null);
  whatIf = () => Promise.resolve({});
  toShare = () => Promise.resolve(null);
  chat = () => Promise.resolve<RuleError | null>(null);
  saveNotes(): void {}
  close(): void {}
  history(n: number): Promise<MatchView> {
    this.past.push(n);
    return Promise.resolve(view(n));
  }
  nowIs(log: LogEntry[], toAct: number[] = [0], id = 'T1'): void {
    this.change({
      info: { ...info, id },
      view: { ...view(log.length), to_act: toAct },
      log,
      logFrom: 0,
    });
  }
}

const move = (n: number, seat: number, ...events: Event[]): LogEntry => ({ n, seat, action: { type: 'x' }, events });
const at = (hex: string): Event => ({ kind: 'laid', hex });
const game: GameStory = {
  tell: ({ n, seat }) => ({ n, seat, lines: [`${seat} did ${n}`], round: null }),
  touches: (event) => (event.hex ? [{ at: String(event.hex), place: true }] : []),
  roundEvent: 'round',
  recap: ({ events }) => events.map((event, i): RecapLine => ({ title: String(event.kind), weight: i })),
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => localStorage.clear());

function begin(log: LogEntry[], toAct = [0], id = 'T1') {
  const table = new FakeTable();
  const model = new TableModel(table);
  table.nowIs(log, toAct, id);
  const story = new Story(model, game);
  model.story = story;
  return { table, model, story };
}

describe('since the last decision', () => {
  const log = [move(0, 0), move(1, 1, at('a')), move(2, 1, at('b')), move(3, 1, at('a'))];

  it('is counted from the last own move, and compared with the position after it', async () => {
    const { table, story } = begin(log);
    await settle();
    expect(story.since).toBe(1);
    expect(story.count).toBe(3);
    expect(table.past).toEqual([1]);
    expect(story.before?.n).toBe(1);
    expect(story.lines.map((line) => line.title)).toEqual(['laid', 'laid', 'laid']);
  });

  it('holds each place once, the newest nine in order', () => {
    const { story } = begin(log);
    expect(story.places.map((touch) => touch.at)).toEqual(['b', 'a']);
    const many = Array.from({ length: 14 }, (_, i) => move(i + 1, 1, at(`h${i}`)));
    expect(begin([move(0, 0), ...many]).story.places.map((touch) => touch.at)).toEqual(
      Array.from({ length: 9 }, (_, i) => `h${i + 5}`),
    );
  });

  it('says at most six things, what matters most first', async () => {
    const many = Array.from({ length: 14 }, (_, i) => move(i + 1, 1, { kind: `e${i}` }));
    const { story } = begin([move(0, 0), ...many]);
    await settle();
    expect(story.lines.map((line) => line.title)).toEqual(['e13', 'e12', 'e11', 'e10', 'e9', 'e8']);
    expect(story.lines.length).toBe(mostLines);
  });

  it('includes what the own move set off by itself', async () => {
    const own = move(0, 0, { kind: 'passed' }, { kind: 'round' }, { kind: 'fell' });
    const { story } = begin([own, move(1, 1)]);
    await settle();
    expect(story.lines.map((line) => line.title)).toEqual(['fell', 'round']);
  });

  it('is read once: it opens by itself when it is one\'s turn, and not again after "Seen", also after a reload', async () => {
    const { table, story } = begin(log.slice(0, 1), [1]);
    await settle();
    expect(story.open).toBe(false);
    table.nowIs(log.slice(0, 3), [1]);
    expect(story.open).toBe(false);
    table.nowIs(log, [0]);
    expect(story.open).toBe(true);
    expect(story.trail).toBe(true);
    const again = begin(log);
    await settle();
    expect(again.story.open).toBe(true);
    again.story.read();
    expect(again.story.open).toBe(false);
    const seen = begin(log);
    await settle();
    expect(seen.story.open).toBe(false);
    expect(seen.story.count).toBe(3);
    // Another move: something new to read.
    const more = begin([...log, move(4, 1)]);
    await settle();
    expect(more.story.open).toBe(true);
  });

  it('is over with the next own move', () => {
    const { table, story } = begin(log);
    table.nowIs([...log, move(4, 0)], [1]);
    expect(story.count).toBe(0);
    expect(story.open).toBe(false);
    expect(story.trail).toBe(false);
    expect(story.shown).toBeNull();
  });
});

describe('moves of others', () => {
  it('are pointed at in order, and any key ends it', () => {
    vi.useFakeTimers();
    try {
      const { table, story } = begin([move(0, 0)], [1]);
      table.nowIs([move(0, 0), move(1, 1, at('a')), move(2, 1, at('b'))], [0]);
      expect(story.shown?.entry.n).toBe(1);
      expect(story.shown?.touches.map((touch) => touch.at)).toEqual(['a']);
      vi.advanceTimersByTime(700);
      expect(story.shown?.entry.n).toBe(2);
      vi.advanceTimersByTime(1300);
      expect(story.shown).toBeNull();
      table.nowIs([move(0, 0), move(1, 1), move(2, 1), move(3, 1)], [0]);
      expect(story.end()).toBe(true);
      expect(story.shown).toBeNull();
      expect(story.end()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never keep the newest position from being shown', () => {
    const { table, model } = begin([move(0, 0)], [1]);
    table.nowIs([move(0, 0), move(1, 1), move(2, 1)], [0]);
    expect(model.live).toBe(true);
    expect(model.view?.n).toBe(3);
    expect(model.myTurn).toBe(true);
  });

  it('are replayed within twelve seconds, and the present comes back', async () => {
    for (const n of [1, 5, 19, 200]) expect(pace(n) * n).toBeLessThanOrEqual(12_000);
    expect(pace(3)).toBe(600);
    vi.useFakeTimers();
    try {
      const { model, story } = begin([move(0, 0), move(1, 1), move(2, 1)]);
      const shown: (number | undefined)[] = [];
      const done = story.replay();
      for (let i = 0; i < 3; ++i) {
        await vi.advanceTimersByTimeAsync(300);
        shown.push(story.shown?.entry.n);
        await vi.advanceTimersByTimeAsync(300);
      }
      await done;
      expect(shown).toEqual([1, 2, undefined]);
      expect(story.replaying).toBe(false);
      expect(model.live).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
