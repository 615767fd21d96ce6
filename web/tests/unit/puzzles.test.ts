// @vitest-environment node
// The puzzles with the real engine, as the page judges them: the answer is right and has the figures it promises, other moves are
// not; texts in four languages hold every value; files are small and all belong to a puzzle.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine';
import { loadEngine } from '../../src/engine/wasi';
import { messageNames } from '../../src/i18n/message';
import { sameMove, sceneOf, type Course, type MatchFile } from '../../src/learn/chapter';
import { verdictOf, type Puzzle, type PuzzleEntry } from '../../src/learn/puzzles';
import { payOf, symbolsOf } from '../../src/games/tramways/turn/making';
import { ownPayment } from '../../src/games/tramways/turn/own_payment';
import { settled, type Action, type Begun } from '../../src/table/contract';

const data = join(import.meta.dirname, '../../../data');
const read = <T>(path: string) => JSON.parse(readFileSync(join(data, path), 'utf8')) as T;
const games = readdirSync(join(data, 'puzzles'));
const listed = (game: string) => read<{ puzzles: PuzzleEntry[] }>(`puzzles/${game}/index.json`).puzzles;

let engine: Engine;
beforeAll(async () => {
  const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
  engine = new Engine({
    send: (request) => Promise.resolve(JSON.parse(call(JSON.stringify(request))) as never),
    restart: () => undefined,
  });
});

async function judged(puzzle: Puzzle, match: number, action: Action) {
  await engine.play(match, puzzle.seat, action);
  const view = await engine.view(match, puzzle.seat);
  const log = await engine.log(match, puzzle.seat, puzzle.at);
  await engine.undo(match, 1);
  return verdictOf(puzzle, action, { ...sceneOf(view, null, log[0]?.events ?? []), action });
}

// The same place in another way (another rotation, another payment) is no other answer.
const sameAnswer = ({ same, answer }: Puzzle, action: Action) =>
  (same ?? []).length > 0 &&
  (same ?? []).every((path) => {
    const name = path.replace('action.', '');
    return sameMove(action[name], answer[name]);
  });

it('both games have them', () => expect(games).toEqual(['1840', 'tramways']));

// What gives an answer away is not offered: whoever pays chooses every symbol.
it('payments are made by hand: nothing is proposed, priced or filled in', async () => {
  const puzzles = listed('tramways')
    .map(({ id }) => read<Puzzle & { deed?: Action }>(`puzzles/tramways/${id}.json`))
    .filter(({ deed }) => deed);
  expect(puzzles.length).toBeGreaterThan(4);
  for (const { id, seat, at, match: name, deed, answer, best, start } of puzzles) {
    const file = read<MatchFile>(`puzzles/tramways/${name}.json`);
    const match = await engine.load({ ...file, actions: file.actions.slice(0, at) });
    const ask = (begun: Begun) => engine.compose(match, seat, begun);
    const action = deed as Action;
    expect((await ask({ action })).send, id).not.toBeNull(); // what the engine would propose
    const begun = await ownPayment(ask, { action });
    expect(begun.send, id).toBeNull();
    expect(payOf(begun)?.symbols.filter(({ state, stress }) => state === 'pays' || stress !== undefined)).toEqual([]);
    const use = symbolsOf(answer);
    expect((await ownPayment(ask, { action, use: use.slice(0, -1) })).send, id).toBeNull();
    const paid = await ownPayment(ask, { action, use });
    expect(symbolsOf(paid.send as Action).sort(), id).toEqual([...use].sort());
    expect(
      payOf(paid)
        ?.symbols.flatMap(({ symbol, state }) => (state === 'pays' ? symbol : []))
        .sort(),
    ).toEqual([...use].sort());
    await engine.play(match, seat, paid.send as Action);
    const { state } = await engine.view(match, seat);
    expect((state as unknown as { players: { stress: number }[] }).players[seat]?.stress, id).toBe(best);
    expect(start, id).toBeDefined();
    await engine.drop(match);
  }
});

describe.each(games)('puzzles of %s', (game) => {
  const puzzles = listed(game).map(({ id }) => read<Puzzle>(`puzzles/${game}/${id}.json`));
  it('are thirty at least, more proved than judged, of several kinds, and no file belongs to none', () => {
    expect(puzzles.length).toBeGreaterThanOrEqual(30);
    expect(puzzles.filter(({ proof }) => proof === 'proved').length).toBeGreaterThan(puzzles.length / 2);
    expect(new Set(puzzles.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3);
    const files = readdirSync(join(data, 'puzzles', game)).map((name) => name.replace('.json', ''));
    expect(files.sort()).toEqual([...new Set(['index', ...puzzles.flatMap(({ id, match }) => [id, match])])].sort());
    for (const entry of listed(game)) expect(puzzles.find(({ id }) => id === entry.id)).toMatchObject(entry);
  });
  it('have one answer with a margin, and say which set of cards and who judged', () => {
    for (const puzzle of puzzles) {
      const { best, second, margin, better } = puzzle;
      expect(better === 'most' ? best - second : second - best, puzzle.id).toBeCloseTo(margin, 1);
      expect(margin, puzzle.id).toBeGreaterThan(0);
      expect(puzzle.judged !== undefined, puzzle.id).toBe(puzzle.proof === 'judged');
      if (puzzle.judged) expect(puzzle.judged.times).toBe(10);
      const { setup } = read<MatchFile & { setup: { options?: { cards?: string; map?: string } } }>(
        `puzzles/${game}/${puzzle.match}.json`,
      );
      const set = setup.options?.cards ?? setup.options?.map;
      if (set) expect(puzzle.set, puzzle.id).toBe(set);
    }
  });
  it('are judged by the page as they were made: the answer is right, no other move is', async () => {
    for (const puzzle of puzzles) {
      const file = read<MatchFile>(`puzzles/${game}/${puzzle.match}.json`);
      const match = await engine.load({ ...file, actions: file.actions.slice(0, puzzle.at) });
      expect(await judged(puzzle, match, puzzle.answer), puzzle.id).toEqual({
        right: true,
        asked: true,
        value: puzzle.best,
      });
      // Every other move of the list, where the list is what the puzzle compares; a few of it elsewhere.
      const { legal } = await engine.view(match, puzzle.seat);
      const whole = puzzle.measure !== undefined && !puzzle.start;
      const asked = legal.filter(({ type }) => !puzzle.moves || puzzle.moves.includes(String(type)));
      const values: number[] = [];
      for (const entry of whole ? asked : legal.slice(0, 4)) {
        const action = settled(entry);
        const found = await judged(puzzle, match, action);
        if (found.right) expect(found.value, `${puzzle.id} ${JSON.stringify(action)}`).toBe(puzzle.best);
        if (found.value !== null && (found.right || !sameAnswer(puzzle, action))) values.push(found.value);
      }
      if (whole) expect(Math.max(...values), puzzle.id).toBe(puzzle.best);
      if (whole)
        expect(
          values.filter((value) => value > puzzle.second && value !== puzzle.best),
          puzzle.id,
        ).toEqual([]);
      if (puzzle.start) {
        const found = await judged(puzzle, match, puzzle.start);
        expect(found.right, puzzle.id).toBe(false);
      }
      await engine.drop(match);
    }
  }, 60_000);
  it.each(['en', 'de', 'es', 'ru'])('say everything in %s', (lang) => {
    const texts = read<Record<string, string>>(`locale/${lang}/${game}-learn.json`);
    for (const puzzle of puzzles) {
      expect(texts, puzzle.id).toHaveProperty([`${game}.set.${puzzle.set}`]);
      for (const part of ['title', 'text', 'result']) {
        const text = texts[`${game}.puzzle.${puzzle.kind}.${part}`] ?? '';
        expect(text, `${puzzle.kind}.${part}`).not.toBe('');
        expect(text.replace(/\{\w+\}/g, ''), 'a number that no position vouches for').not.toMatch(/\d/);
        const known = part === 'title' ? [] : [...Object.keys(puzzle.values), ...(part === 'result' ? ['value'] : [])];
        expect(
          messageNames(text).filter((name) => !known.includes(name)),
          `${puzzle.kind}.${part}`,
        ).toEqual([]);
      }
    }
  });
  it('are small: one is a few kilobytes, with its match', () => {
    const size = (name: string) => gzipSync(readFileSync(join(data, `puzzles/${game}/${name}.json`))).length;
    for (const { id, match } of puzzles) expect(size(id) + size(match), id).toBeLessThan(12_000);
    expect(statSync(join(data, `puzzles/${game}/index.json`)).size).toBeLessThan(8_000);
  });
  it('and the course name their set of cards', () => {
    const { set, chapters } = read<Course>(`learn/${game}/course.json`);
    for (const { id } of chapters) {
      const { match } = read<{ match: string }>(`learn/${game}/${id}.json`);
      const { setup } = read<{ setup: { options?: { cards?: string; map?: string } } }>(`learn/${game}/${match}.json`);
      expect(setup.options?.cards ?? setup.options?.map ?? set, id).toBe(set);
    }
  });
});
