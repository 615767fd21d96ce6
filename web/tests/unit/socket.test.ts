import { describe, expect, it, vi } from 'vitest';
import type { RemoteTable } from '../../src/table/remote_table';
import type { Proposal } from '../../src/table/table';
import { connect, entries, entry, FakeSocket, info, reach, update, view, type Message } from './support';

describe('RemoteTable', () => {
  it('watches, and shows what comes', () => {
    const { table, wire } = connect();
    expect(wire.sent).toEqual([{ type: 'watch', table: 'T1' }]);
    wire.say(
      update(5, 4, {
        log: [{ n: 0, seat: 0, action: { type: 'pass' }, events: [] }],
        log_from: 0,
        presence: { seats: [true, false], watchers: 0 },
      }),
    );
    expect(table.data().view?.n).toBe(4);
    expect(table.data().info?.you).toBe(0);
    expect(table.data().info?.seats[0]?.present).toBe(true);
    expect(table.data().connection).toBe('online');
  });

  it('replaces the log from where the server says', () => {
    const { table, wire } = connect();
    wire.say(update(1, 2, { log: [entry(0, 0, 'a'), entry(1, 0, 'b')], log_from: 0 }));
    wire.say({ type: 'update', table: 'T1', rev: 2, view: view(2), log: [entry(1, 0, 'c')], log_from: 1 });
    expect(table.data().log.map((e) => e.action.type)).toEqual(['a', 'c']);
  });

  describe('with a log that does not begin at the first move', () => {
    const numbers = (table: RemoteTable) => table.data().log.map(({ n }) => n);
    const begin = (from: number, to: number) => {
      const { socket, table, wire } = connect();
      wire.say(update(to, to, { log: entries(from, to), log_from: from }));
      return { socket, table, wire };
    };

    it('knows where it begins, and goes on from there', () => {
      const { table, wire } = begin(300, 303);
      expect(table.data().logFrom).toBe(300);
      wire.say({ type: 'update', table: 'T1', rev: 304, view: view(304), log: entries(303, 304), log_from: 303 });
      expect(numbers(table)).toEqual([300, 301, 302, 303]);
      wire.say({ type: 'update', table: 'T1', rev: 305, view: view(302), log: [entry(301, 1, 'run')], log_from: 301 });
      expect(numbers(table)).toEqual([300, 301]);
      expect(table.data().log[1]?.action.type).toBe('run');
    });

    it('begins anew where moves before it were taken back, and after a gap', () => {
      const { table, wire } = begin(300, 303);
      wire.say({ type: 'update', table: 'T1', rev: 304, view: view(251), log: entries(250, 251), log_from: 250 });
      expect([table.data().logFrom, ...numbers(table)]).toEqual([250, 250]);
      wire.say({ type: 'update', table: 'T1', rev: 900, view: view(602), log: entries(600, 602), log_from: 600 });
      expect([table.data().logFrom, ...numbers(table)]).toEqual([600, 600, 601]);
    });

    it('keeps nothing of what somebody else has seen', () => {
      const { socket, table, wire } = begin(0, 303);
      wire.say({
        type: 'update',
        table: 'T1',
        rev: 303,
        chat: [{ number: 1, seat: 0, name: 'A', text: 'a', time: 0 }],
      });
      socket.renew();
      const again = FakeSocket.all[1] as FakeSocket;
      again.open();
      again.say({
        type: 'update',
        table: 'T1',
        rev: 303,
        info,
        you: 1,
        view: view(303),
        log: entries(103, 303),
        log_from: 103,
        chat: [],
        chat_more: false,
      });
      expect(table.data().logFrom).toBe(103);
      expect(table.data().log.length).toBe(200);
      expect(table.data().chat).toEqual([]);
    });

    it('asks for older moves, a page at a time', async () => {
      const { table, wire } = begin(250, 252);
      const both = [table.olderLog(), table.olderLog(), table.olderLog()];
      await new Promise((resolve) => setTimeout(resolve));
      const first = wire.sent.at(-1) as Message;
      expect(first).toMatchObject({ type: 'older_log', table: 'T1', before: 250 });
      wire.say({ type: 'older_log', table: 'T1', key: first.key, from: 50, log: entries(50, 250) });
      await both[0];
      await new Promise((resolve) => setTimeout(resolve));
      const second = wire.sent.at(-1) as Message;
      expect(second).toMatchObject({ type: 'older_log', before: 50 });
      wire.say({ type: 'older_log', table: 'T1', key: second.key, from: 0, log: entries(0, 50) });
      expect(await Promise.all(both)).toEqual([null, null, null]);
      expect(wire.sent.filter(({ type }) => type === 'older_log').length).toBe(2); // nothing is older than the first
      expect(numbers(table)).toEqual(Array.from({ length: 252 }, (_, i) => i));
      expect(table.data().logFrom).toBe(0);
    });

    it('drops older moves that no longer lead to what is known, and says what the server refuses', async () => {
      const { table, wire } = begin(250, 252);
      const older = table.olderLog();
      await new Promise((resolve) => setTimeout(resolve));
      const asked = wire.sent.at(-1) as Message;
      wire.say({ type: 'update', table: 'T1', rev: 300, view: view(201), log: entries(200, 201), log_from: 200 });
      wire.say({ type: 'older_log', table: 'T1', key: asked.key, from: 50, log: entries(50, 250) });
      await older;
      expect([table.data().logFrom, ...numbers(table)]).toEqual([200, 200]);
      const refused = table.olderLog();
      await new Promise((resolve) => setTimeout(resolve));
      wire.say({
        type: 'error',
        key: (wire.sent.at(-1) as Message).key,
        table: 'T1',
        error: { scope: 'server', code: 'too_fast', rule: '', values: {} },
      });
      expect((await refused)?.code).toBe('too_fast');
      const again = table.olderLog();
      await new Promise((resolve) => setTimeout(resolve));
      wire.say({
        type: 'older_log',
        table: 'T1',
        key: (wire.sent.at(-1) as Message).key,
        from: 0,
        log: entries(0, 200),
      });
      expect(await again).toBeNull();
      expect(table.data().log.length).toBe(201);
    });
  });

  describe('with more chat than comes at once', () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({
        number: from + i,
        seat: 0,
        name: 'A',
        text: String(from + i),
        time: 0,
      }));
    const numbers = (table: RemoteTable) => table.data().chat.map(({ number }) => number);

    it('asks for older lines, and keeps count of new ones', async () => {
      const { table, wire } = connect();
      wire.say(update(1, 1, { chat: lines(60, 110), chat_more: true }));
      expect(table.data().chatMore).toBe(true);
      wire.say({ type: 'update', table: 'T1', rev: 1, chat: lines(110, 111), chat_more: true });
      expect(table.data().chat.length).toBe(51);
      const older = table.olderChat();
      await new Promise((resolve) => setTimeout(resolve));
      const asked = wire.sent.at(-1) as Message;
      expect(asked).toMatchObject({ type: 'older_chat', table: 'T1', before: 60 });
      wire.say({ type: 'older_chat', table: 'T1', key: asked.key, lines: lines(10, 60), more: false });
      expect(await older).toBeNull();
      expect(numbers(table)).toEqual(Array.from({ length: 101 }, (_, i) => 10 + i));
      expect(table.data().chatMore).toBe(false);
      expect(await table.olderChat()).toBeNull();
      expect(wire.sent.filter(({ type }) => type === 'older_chat').length).toBe(1);
    });

    it('hides no gap after a time away', () => {
      const { table, wire } = connect();
      wire.say(update(1, 1, { chat: lines(0, 10) }));
      expect(table.data().chatMore).toBe(false);
      wire.say({ type: 'update', table: 'T1', rev: 2, chat: lines(5, 55), chat_more: true });
      expect(numbers(table)).toEqual(Array.from({ length: 55 }, (_, i) => i));
      expect(table.data().chatMore).toBe(false); // all before is known
      wire.say({ type: 'update', table: 'T1', rev: 3, chat: lines(100, 150), chat_more: true });
      expect(numbers(table)[0]).toBe(100);
      expect(table.data().chatMore).toBe(true);
    });
  });

  describe('whose session ends', () => {
    const revoked = 4401;
    it('asks who one is, and comes back as that one', async () => {
      vi.useFakeTimers();
      const ended = vi.fn(() => Promise.resolve());
      const { table } = reach(ended);
      FakeSocket.all[0]?.open();
      FakeSocket.all[0]?.say(update(7, 4));
      FakeSocket.all[0]?.drop(revoked);
      expect(ended).toHaveBeenCalledOnce();
      expect(table.data().connection).toBe('lost');
      await vi.advanceTimersByTimeAsync(1000);
      FakeSocket.all[1]?.open();
      expect(FakeSocket.all[1]?.sent).toEqual([{ type: 'watch', table: 'T1' }]); // with new eyes, from the start
      vi.useRealTimers();
    });

    it('comes back later each time where it ends again and again, also while nobody can be asked', async () => {
      vi.useFakeTimers();
      reach(() => Promise.reject(new Error('offline')));
      for (let second = 0; second < 120; ++second) {
        const wire = FakeSocket.all.at(-1) as FakeSocket;
        if (wire.readyState === 0) {
          wire.open();
          wire.drop(revoked);
        }
        await vi.advanceTimersByTimeAsync(1000);
      }
      expect(FakeSocket.all.length).toBeGreaterThan(5);
      expect(FakeSocket.all.length).toBeLessThan(13);
      vi.useRealTimers();
    });
  });

  it('gives the reason of a refused move', async () => {
    const { table, wire } = connect();
    wire.say(update(7, 4));
    const played = table.play({ type: 'pass' });
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'move', rev: 7, action: { type: 'pass' } });
    wire.say({
      type: 'error',
      key: sent.key,
      table: 'T1',
      error: { scope: '1840', code: 'must_run', rule: 'R105', values: {} },
    });
    expect(await played).toMatchObject({ code: 'must_run' });
  });

  it('repeats an unanswered move with its old key after a lost connection, and watches from the last position', async () => {
    vi.useFakeTimers();
    const { table, wire } = connect();
    wire.say(update(7, 4));
    const played = table.play({ type: 'pass' });
    const first = wire.sent.at(-1) as Message;
    wire.drop();
    expect(table.data().connection).toBe('lost');
    await vi.advanceTimersByTimeAsync(2000);
    const again = FakeSocket.all[1] as FakeSocket;
    again.open();
    expect(again.sent).toEqual([{ type: 'watch', table: 'T1', rev: 7 }, first]);
    again.say({ type: 'ack', key: first.key, rev: 8 });
    again.say({ type: 'update', table: 'T1', rev: 8, view: view(5) });
    expect(await played).toBeNull();
    vi.useRealTimers();
  });

  it('opens a new connection for somebody who has taken a seat, and sees everything again', () => {
    const { socket, table, wire } = connect();
    wire.say({ type: 'update', table: 'T1', rev: 7, info, you: null, view: { ...view(4), seat: null } });
    void table.chat('Hello');
    const unanswered = wire.sent.at(-1) as Message;
    socket.renew();
    expect(wire.readyState).toBe(3);
    expect(table.data().connection).toBe('connecting');
    const again = FakeSocket.all[1] as FakeSocket;
    again.open();
    expect(again.sent).toEqual([{ type: 'watch', table: 'T1' }, unanswered]);
    again.say({ type: 'update', table: 'T1', rev: 7, info, you: 1, view: { ...view(4), seat: 1 } });
    expect(table.data().view?.seat).toBe(1);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('has played a move when the position after it is here, not when the server says so', async () => {
    const { table, wire } = connect();
    wire.say(update(7, 4));
    let done = false;
    const played = table.play({ type: 'pass' }).then(() => (done = true));
    wire.say({ type: 'ack', key: (wire.sent.at(-1) as Message).key, rev: 8 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(done).toBe(false);
    wire.say({ type: 'update', table: 'T1', rev: 8, view: view(5) });
    await played;
    expect(table.data().view?.n).toBe(5);
  });

  it('plays again of the newer position where several decide at once, and only there', async () => {
    for (const [before, after, again] of [
      [[0, 1], [0], true],
      [[0, 1], [1], false],
      [[0], [0], false],
    ] as [number[], number[], boolean][]) {
      const { table, wire } = connect();
      wire.say({ type: 'update', table: 'T1', rev: 7, info, you: 0, view: { ...view(4), to_act: before } });
      const played = table.play({ type: 'admin_done' });
      const first = wire.sent.at(-1) as Message;
      wire.say({
        type: 'error',
        key: first.key,
        table: 'T1',
        error: { scope: 'server', code: 'stale', rule: '', values: {} },
      });
      wire.say({ type: 'update', table: 'T1', rev: 8, view: { ...view(5), to_act: after } });
      if (!again) {
        expect((await played)?.code).toBe('stale');
        expect(wire.sent.at(-1)).toBe(first);
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      const second = wire.sent.at(-1) as Message;
      expect(second).toMatchObject({ type: 'move', rev: 8, action: { type: 'admin_done' } });
      wire.say({ type: 'ack', key: second.key, rev: 9 });
      wire.say({ type: 'update', table: 'T1', rev: 9, view: view(6) });
      expect(await played).toBeNull();
    }
  });

  it('asks why not without playing anything', async () => {
    const { table, wire } = connect();
    wire.say(update(7, 4));
    const answer = table.why({ type: 'bid', line: 4, price: 27 });
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'check', table: 'T1', action: { type: 'bid', line: 4, price: 27 } });
    wire.say({
      type: 'check',
      table: 'T1',
      key: sent.key,
      rev: 7,
      refusal: { scope: '1840', code: 'line_bid_not_in_steps', rule: 'R56', values: {} },
    });
    expect((await answer)?.code).toBe('line_bid_not_in_steps');
    const fine = table.why({ type: 'bid', line: 4, price: 25 });
    wire.say({ type: 'check', table: 'T1', key: (wire.sent.at(-1) as Message).key, rev: 7, refusal: null });
    expect(await fine).toBeNull();
  });

  it('takes the best move of a hint', async () => {
    const { table, wire } = connect();
    const hint = table.hint();
    wire.say({
      type: 'hint',
      table: 'T1',
      key: (wire.sent.at(-1) as Message).key,
      rev: 7,
      level: 'hard',
      moves: [
        { action: { type: 'pass' }, value: 3 },
        { action: { type: 'run' }, value: 2 },
      ],
    });
    expect(await hint).toEqual({ action: { type: 'pass' }, level: 'hard', value: 3 });
  });

  it('answers a proposal by the number the server gave it', async () => {
    const { table, wire } = connect();
    wire.say({
      type: 'update',
      table: 'T1',
      rev: 7,
      info: { ...info, proposal: { id: 12, kind: 'undo', by: 1, to: 3, needs: [0], agreed: [] } },
      you: 0,
      view: view(4),
    });
    const proposal = table.data().info?.proposal as Proposal;
    const answered = table.answer(proposal.id, true);
    const sent = wire.sent.at(-1) as Message;
    expect(sent).toMatchObject({ type: 'answer', table: 'T1', proposal: 12, agree: true });
    wire.say({ type: 'ack', key: sent.key, rev: 7 });
    expect(await answered).toBeNull();
  });

  it('says when a table does not exist', () => {
    const { table, wire } = connect();
    wire.say({ type: 'error', table: 'T1', error: { scope: 'server', code: 'no_such_table', rule: '', values: {} } });
    expect(table.data().failure?.code).toBe('no_such_table');
  });
});

describe('A connection that is dead', () => {
  it('is noticed within seconds, and what was sent on it is sent again', async () => {
    vi.useFakeTimers();
    try {
      const { table, wire } = connect();
      wire.say(update(1, 0));
      vi.advanceTimersByTime(6_000);
      expect(wire.sent.at(-1)).toEqual({ type: 'ping' });
      wire.say({ type: 'pong' });
      vi.advanceTimersByTime(3_000);
      expect(table.data().connection).toBe('online');
      const played = table.play({ type: 'pass' });
      const move = wire.sent.at(-1) as Message;
      vi.advanceTimersByTime(10_000); // nobody answers any more, and the system says nothing
      expect(table.data().connection).not.toBe('online');
      await vi.advanceTimersByTimeAsync(2_000);
      const next = FakeSocket.all.at(-1) as FakeSocket;
      expect(next).not.toBe(wire);
      next.open();
      expect(next.sent).toContainEqual(move);
      next.say({ type: 'ack', key: move.key, rev: 2 });
      next.say(update(2, 1));
      expect(await played).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is given up at once when the system says that there is no network', () => {
    const { table, wire } = connect();
    wire.say(update(1, 0));
    dispatchEvent(new Event('offline'));
    expect(table.data().connection).toBe('lost');
    dispatchEvent(new Event('online'));
    expect(table.data().connection).toBe('connecting');
  });
});
