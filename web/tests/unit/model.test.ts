// Looking back and taking back, with a table whose answers come when the test says so.
import { describe, expect, it, vi } from 'vitest';
import { Refused, type LogEntry, type MatchView, type RuleError } from '../../src/table/contract';
import { TableModel } from '../../src/table/model.svelte';
import { BaseTable, type Hint, type SeatInfo, type Table } from '../../src/table/table';
import { connect, entries, entry, info, update, view, type Message } from './support';

const moves = (...seats: number[]): LogEntry[] => seats.map((seat, n) => entry(n, seat));
const person: SeatInfo = { kind: 'human', name: 'A' };
const bot: SeatInfo = { kind: 'bot', name: 'B' };

class FakeTable extends BaseTable implements Table {
  readonly kind = 'remote';
  asked: { n: number; answer: () => Promise<void> }[] = [];
  play: () => Promise<RuleError | null> = () => Promise.resolve(null);
  why: () => Promise<RuleError | null> = () => Promise.resolve(null);
  compose = () => Promise.reject(new Error('not asked'));
  hint: () => Promise<Hint | null> = () => Promise.resolve(null);
  file = () => Promise.resolve(null);
  review = () => Promise.resolve(null);
  whatIf = (n: number): Promise<object> =>
    n === 0
      ? Promise.reject(new Refused({ scope: 'server', code: 'not_seated', rule: '', values: {} }))
      : Promise.resolve({ n });
  chat = () => Promise.resolve(null);
  undo: (to: number) => Promise<RuleError | null> = () => Promise.resolve(null);
  redo = () => Promise.resolve(null);
  toShare = () => Promise.resolve(null);
  saveNotes(): void {}
  close(): void {}
  history(n: number): Promise<MatchView> {
    return new Promise((resolve) => {
      this.asked.push({
        n,
        answer: async () => {
          resolve(view(n));
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  }
  nowIs(log: LogEntry[], logFrom = 0): void {
    this.change({ view: view(logFrom + log.length), log, logFrom });
  }
}

describe('a hint', () => {
  const hintOf = (n: number): Hint => ({ action: { type: 'pass', n }, level: 'hard', value: 60 });
  const begin = (...seats: number[]) => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(moves(...seats));
    return { table, model };
  };

  it('asked for while others still move is for the position they leave, not lost', async () => {
    const { table, model } = begin(0, 1);
    let asked = 0;
    table.hint = () => {
      if (++asked === 1) table.nowIs(moves(0, 1, 1)); // a bot moves while this hint is thought out
      return Promise.resolve(hintOf(asked));
    };
    await model.hint();
    expect(model.hinted).toEqual(hintOf(2));
    expect(model.thinking).toBe(false);
  });
  it.each([
    [true, 'is given as long as it can be played'],
    [false, 'says that the position has changed'],
  ])('that is always overtaken (legal: %s) %s', async (legal) => {
    const { table, model } = begin(0);
    let asked = 0;
    table.hint = () => {
      table.nowIs(moves(0, ...Array.from({ length: 1 + asked }, () => 1)));
      return Promise.resolve(hintOf(++asked));
    };
    table.why = () => Promise.resolve(legal ? null : { scope: 'core', code: 'no', rule: '', values: {} });
    await model.hint();
    expect(asked).toBe(5);
    expect(model.hinted).toEqual(legal ? hintOf(5) : null);
    expect(model.hintGone).toBe(!legal);
    expect(model.thinking).toBe(false);
  });
  it('stays in sight while others move, and is thought out again when they pause', async () => {
    vi.useFakeTimers();
    const { table, model } = begin(0);
    let asked = 0;
    table.hint = () => Promise.resolve(hintOf(++asked));
    await model.hint();
    table.nowIs(moves(0, 1));
    table.nowIs(moves(0, 1, 1));
    expect(model.hinted).toEqual(hintOf(1));
    await vi.runAllTimersAsync();
    expect(model.hinted).toEqual(hintOf(2)); // once, not for each move
    expect(asked).toBe(2);
    vi.useRealTimers();
  });
  it('that cannot be thought out again stays where it can be played, else it says so', async () => {
    vi.useFakeTimers();
    const { table, model } = begin(0);
    table.hint = () => Promise.resolve(hintOf(1));
    await model.hint();
    table.hint = () => Promise.reject(new Refused({ scope: 'server', code: 'too_many', rule: '', values: {} }));
    table.nowIs(moves(0, 1));
    await vi.runAllTimersAsync();
    expect(model.hinted).toEqual(hintOf(1));
    table.why = () => Promise.resolve({ scope: 'core', code: 'no', rule: '', values: {} });
    table.nowIs(moves(0, 1, 1));
    await vi.runAllTimersAsync();
    expect(model.hinted).toBeNull();
    expect(model.hintGone).toBe(true);
    vi.useRealTimers();
  });
  it('that comes too soon leaves the table free, says when the next is there, and is forgotten then', async () => {
    vi.useFakeTimers();
    const { table, model } = begin(0);
    const refused = { scope: 'server', code: 'too_many_hints', rule: '', values: { seconds: 3 } };
    let asked = 0;
    table.hint = () => {
      ++asked;
      return Promise.reject(new Refused(refused));
    };
    await model.hint();
    expect(model.refusal).toBeNull();
    expect(model.hintWait?.now.values.seconds).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(model.hintWait?.now.values.seconds).toBe(2);
    expect(model.hintWait?.told).toEqual(refused);
    await model.hint(); // nobody is asked again before
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(model.hintWait).toBeNull();
    table.hint = () => Promise.resolve(hintOf(1));
    await model.hint();
    expect(model.hinted).toEqual(hintOf(1));
    vi.useRealTimers();
  });
  it('is waited for, however little is missing', async () => {
    vi.useFakeTimers();
    const { table, model } = begin(0);
    const refused = { scope: 'server', code: 'too_many_hints', rule: '', values: { seconds: 0 } };
    table.hint = () => Promise.reject(new Refused(refused));
    await model.hint();
    expect(model.hintWait?.told.values.seconds).toBe(1);
    expect(model.hintWait?.now.values.seconds).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(model.hintWait).toBeNull();
    vi.useRealTimers();
  });
  it('goes with a move of one’s own, or when it is taken back', async () => {
    const { table, model } = begin(0, 1);
    table.hint = () => Promise.resolve(hintOf(1));
    for (const next of [moves(0, 1, 0), moves(0)]) {
      table.nowIs(moves(0, 1));
      await model.hint();
      expect(model.hinted).not.toBeNull();
      table.nowIs(next);
      expect(model.hinted).toBeNull();
      expect(model.hintGone).toBe(false);
    }
  });
});

describe('what if', () => {
  const log = moves(0, 1, 1);

  it('begins at the position looked at, and says why not', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log);
    expect(await model.whatIf()).toEqual({ n: 3 });
    void model.show(2);
    expect(await model.whatIf()).toEqual({ n: 2 });
    void model.show(0);
    expect(await model.whatIf()).toBeNull();
    expect(model.refusal?.code).toBe('not_seated');
  });
});

describe('acting', () => {
  it('says that it waits only when an answer is late, and does one thing at a time', async () => {
    vi.useFakeTimers();
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(moves(0));
    let answer: (error: RuleError | null) => void = () => undefined;
    table.play = vi.fn(() => new Promise<RuleError | null>((resolve) => (answer = resolve)));
    const first = model.play({ type: 'pass' });
    expect(model.busy).toBe(false);
    expect(await model.play({ type: 'pass' })).toBe(false);
    expect(table.play).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(120);
    expect(model.busy).toBe(true);
    answer(null);
    expect(await first).toBe(true);
    expect(model.busy).toBe(false);
    const second = model.play({ type: 'pass' });
    answer({ scope: 'core', code: 'not_your_turn', rule: '', values: {} });
    expect(await second).toBe(false);
    vi.advanceTimersByTime(500);
    expect(model.busy).toBe(false);
    vi.useRealTimers();
  });
});

describe('looking back', () => {
  const log = moves(0, 1, 1, 0, 1);

  it('stays at its moment while others move', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log);
    void model.show(2);
    table.nowIs([...log, entry(5, 1)]); // before the view has come
    await table.asked[0]?.answer();
    table.nowIs([...log, entry(5, 1), entry(6, 1)]); // and after it
    expect(model.live).toBe(false);
    expect(model.view?.n).toBe(2);
    expect(model.at).toBe(2);
    expect(model.length).toBe(7);
    expect(table.asked.length).toBe(1);
  });

  it('counts keys that come faster than the views', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log);
    void model.show(0);
    void model.step(1);
    void model.step(1);
    expect(table.asked.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(model.at).toBe(2);
    await table.asked[2]?.answer();
    await table.asked[0]?.answer(); // a late answer of an older question
    expect(model.view?.n).toBe(2);
  });

  it('goes to the newest position by stepping on, and then moves along', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log);
    void model.step(-1);
    await table.asked[0]?.answer();
    expect(model.view?.n).toBe(4);
    void model.step(1);
    expect(model.live).toBe(true);
    table.nowIs([...log, entry(5, 1)]);
    expect(model.view?.n).toBe(6);
  });

  it('reads its moment anew when other moves led there, and leaves one that was taken back', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log);
    void model.show(4);
    await table.asked[0]?.answer();
    table.nowIs([...log.slice(0, 3), entry(3, 0, 'run'), entry(4, 1)]);
    expect(table.asked.map(({ n }) => n)).toEqual([4, 4]);
    table.nowIs(log.slice(0, 2));
    expect(model.live).toBe(true);
    expect(model.view?.n).toBe(2);
  });
});

describe('a log that begins later', () => {
  const log = [300, 301, 302, 303, 304].map((n) => entry(n, n % 2));

  it('is cut at the position looked at', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log, 300);
    expect(model.length).toBe(305);
    void model.show(302);
    await table.asked[0]?.answer();
    expect(model.entries.map(({ n }) => n)).toEqual([300, 301]);
    void model.show(20);
    await table.asked[1]?.answer();
    expect(model.entries).toEqual([]);
    expect(model.roundStarts('none')).toEqual([]);
  });

  it('stays at its moment while others move, and reads it anew when other moves led there', async () => {
    const table = new FakeTable();
    const model = new TableModel(table);
    table.nowIs(log, 300);
    void model.show(303);
    await table.asked[0]?.answer();
    table.nowIs([...log, entry(305, 1)], 300);
    expect(table.asked.length).toBe(1);
    table.nowIs([entry(299, 1), ...log, entry(305, 1)], 299); // an older one has come
    expect(table.asked.length).toBe(1);
    table.nowIs([...log.slice(0, 2), entry(302, 0, 'run'), entry(303, 1)], 300);
    expect(table.asked.map(({ n }) => n)).toEqual([303, 303]);
  });
});

describe('taking back at a server', () => {
  function at(seats: SeatInfo[], log: LogEntry[], undoable: number) {
    const { table, wire } = connect();
    const model = new TableModel(table);
    const say = (message: Message) => wire.say(message);
    let rev = 10;
    const now = (log: LogEntry[], free: number, more: object = {}) =>
      say(
        update(++rev, log.length, {
          info: { ...info, seats, ...more },
          view: view(log.length, free),
          log,
          log_from: 0,
        }),
      );
    now(log, undoable);
    return { model, sent: wire.sent, say, now };
  }

  it('leads before the last own move, whatever bots did since', () => {
    const { model } = at([person, bot], moves(0, 0, 1, 1), 0);
    expect(model.undoTarget).toBe(1);
    expect(model.undoAsks).toBe(false);
  });
  it('asks other people only for moves that are not freely undoable', () => {
    expect(at([person, person], moves(1, 0), 1).model.undoAsks).toBe(false);
    const { model, now } = at([person, person], moves(0, 1), 0);
    expect(model.undoTarget).toBe(0);
    expect(model.undoAsks).toBe(true);
    now(moves(0, 1), 0, { proposal: { id: 12, kind: 'undo', by: 0, to: 0, needs: [1], agreed: [] } });
    expect(model.undoTarget).toBeNull();
  });
  it('says when the others refuse, when the game went on, and nothing where one has withdrawn', async () => {
    const proposal = { id: 12, kind: 'undo' as const, by: 0, to: 0, needs: [1], agreed: [] };
    const asked = () => {
      const at0 = at([person, person], moves(0, 1), 0);
      at0.now(moves(0, 1), 0, { proposal });
      expect(at0.model.notice).toBeNull();
      return at0;
    };
    const refused = asked();
    refused.now(moves(0, 1), 0);
    expect(refused.model.notice).toBe('web.proposal.undo_refused');
    const overtaken = asked();
    overtaken.now(moves(0, 1, 0), 0);
    expect(overtaken.model.notice).toBe('web.proposal.overtaken');
    const done = asked();
    done.now([], 0);
    expect(done.model.notice).toBeNull();
    const withdrawn = asked();
    void withdrawn.model.answer(12, false);
    withdrawn.now(moves(0, 1), 0);
    expect(withdrawn.model.notice).toBeNull();
    await Promise.resolve();
  });
  it('plays again what was taken back, until something else is played there', async () => {
    const { model, sent, say, now } = at([person, bot], moves(0, 1), 0);
    const undone = model.undo();
    say({ type: 'ack', key: (sent.at(-1) as Message).key, rev: 12 });
    now([], 0);
    await undone;
    expect(model.canRedo).toBe(true);
    const redone = model.redo();
    await Promise.resolve();
    expect(sent.at(-1)).toMatchObject({ type: 'move', action: { type: 'pass' } });
    say({ type: 'ack', key: (sent.at(-1) as Message).key, rev: 13 });
    now(moves(0, 1), 0);
    await redone;
    expect(model.canRedo).toBe(false);
    const again = model.undo();
    say({ type: 'ack', key: (sent.at(-1) as Message).key, rev: 14 });
    now([], 0);
    await again;
    expect(model.canRedo).toBe(true);
    now([entry(0, 0, 'other')], 0);
    expect(model.canRedo).toBe(false);
  });
  it('has nothing to offer before the first own move', () => {
    expect(at([person, bot], moves(1, 1), 0).model.undoTarget).toBeNull();
  });
  it('counts from the first move of the match, not from the first that is known', () => {
    const { model, say } = at([person, bot], moves(0), 0);
    say({
      type: 'update',
      table: 'T1',
      rev: 50,
      view: view(303),
      log: [entry(300, 1), entry(301, 0), entry(302, 1)],
      log_from: 300,
    });
    expect(model.undoTarget).toBe(301);
  });
  it('reads the whole log where it is needed, and ends where the server gives no more', async () => {
    const { model, sent, say } = at([person, bot], moves(0), 0);
    say({ type: 'update', table: 'T1', rev: 50, view: view(302), log: [entry(300, 1), entry(301, 0)], log_from: 300 });
    const whole = model.wholeLog();
    for (const [from, to] of [
      [100, 300],
      [0, 100],
    ] as const) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const asked = sent.at(-1) as Message;
      expect(asked).toMatchObject({ type: 'older_log', before: to });
      say({
        type: 'older_log',
        table: 'T1',
        key: asked.key,
        from,
        log: entries(from, to),
      });
    }
    await whole;
    expect(model.data.log.length).toBe(302);
    say({ type: 'update', table: 'T1', rev: 60, view: view(901), log: [entry(900, 1)], log_from: 900 });
    const refused = model.wholeLog();
    await new Promise((resolve) => setTimeout(resolve, 5));
    say({
      type: 'error',
      table: 'T1',
      key: (sent.at(-1) as Message).key,
      error: { scope: 'server', code: 'too_fast', rule: '', values: {} },
    });
    await refused;
    expect(model.refusal?.code).toBe('too_fast');
  });
  it('says it again when a bot moved in the same moment', async () => {
    const { model, sent, say, now } = at([person, bot], moves(0, 1), 0);
    const done = model.undo();
    const first = sent.at(-1) as Message;
    expect(first).toMatchObject({ type: 'undo', rev: 11, to: 0 });
    say({
      type: 'error',
      key: first.key,
      table: 'T1',
      error: { scope: 'server', code: 'stale', rule: '', values: {} },
    });
    now(moves(0, 1, 1), 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = sent.at(-1) as Message;
    expect(second).toMatchObject({ type: 'undo', rev: 12, to: 0 });
    say({ type: 'ack', key: second.key, rev: 13 });
    now([], 0);
    await done;
    expect(model.refusal).toBeNull();
    expect(model.busy).toBe(false);
  });
});
