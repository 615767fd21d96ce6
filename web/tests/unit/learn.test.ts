// @vitest-environment node
// The courses with the real engine: every chapter can be finished by following it, no other move leads into a dead end, everything
// said has its text in four languages, and no text holds a number of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../src/engine/engine';
import { loadEngine } from '../../src/engine/wasi';
import { formatMessage, messageNames } from '../../src/i18n/message';
import {
  answerTo,
  evaluate,
  fits,
  lookUp,
  planOf,
  sameMove,
  sceneOf,
  valuesOf,
  type Chapter,
  type Course,
  type MatchFile,
  type PlannedStep,
} from '../../src/learn/chapter';
import { Lesson } from '../../src/learn/lesson.svelte';
import {
  isRange,
  settled,
  type Action,
  type Event,
  type Json,
  type LogEntry,
  type MatchView,
} from '../../src/table/contract';
import { LocalTable } from '../../src/table/local_table';
import { TableModel } from '../../src/table/model.svelte';
import { ruleNumbers } from './rule_numbers';

const data = join(import.meta.dirname, '../../../data');
const languages = ['en', 'de', 'es', 'ru'];
const read = <T>(path: string) => JSON.parse(readFileSync(join(data, path), 'utf8')) as T;
const games = readdirSync(join(data, 'learn'));
const chapters = games.flatMap((game) => {
  const { chapters: all, short } = read<Course>(`learn/${game}/course.json`);
  return [...all, ...(short ? [short] : [])].map(({ id }) => ({ game, id }));
});
const texts = (lang: string, game: string) => read<Record<string, string>>(`locale/${lang}/${game}-learn.json`);
const words = (lang: string, game: string) => read<Record<string, string>>(`locale/${lang}/${game}.json`);

let engine: Engine;
beforeAll(async () => {
  const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
  engine = new Engine({
    send: (request) => Promise.resolve(JSON.parse(call(JSON.stringify(request))) as never),
    restart: () => undefined,
  });
});

interface Opened {
  chapter: Chapter;
  match: MatchFile;
  plan: PlannedStep[];
}
function open(game: string, id: string): Opened {
  const chapter = read<Chapter>(`learn/${game}/${id}.json`);
  const match = read<MatchFile>(`learn/${game}/${chapter.match}.json`);
  return { chapter, match, plan: planOf(chapter, match) };
}
// The position a step begins with, through the learner's eyes, and what happened since the learner's last move.
async function scenes({
  chapter,
  match,
  plan,
}: Opened): Promise<{ step: PlannedStep; view: MatchView; events: Event[] }[]> {
  const id = await engine.load(match);
  const log = await engine.log(id, chapter.seat, 0);
  const found = await Promise.all(
    plan.map(async (step) => {
      const view = await engine.view(id, chapter.seat, step.n);
      const last = log.slice(0, step.n).findLastIndex(({ seat }) => seat === chapter.seat);
      return { step, view, events: log.slice(Math.max(0, last), step.n).flatMap((entry: LogEntry) => entry.events) };
    }),
  );
  await engine.drop(id);
  return found;
}
const parts = (game: string, id: string, step: string, lang: string) =>
  Object.entries(texts(lang, game)).filter(([key]) => key.startsWith(`${game}.learn.${id}.${step}.`));

describe('courses', () => {
  it('are there for both games, and no file belongs to none', () => {
    expect(games).toHaveLength(2);
    for (const game of games) {
      const listed = chapters.filter((entry) => entry.game === game);
      expect(listed.length).toBeGreaterThanOrEqual(9);
      const files = readdirSync(join(data, 'learn', game)).map((name) => name.replace('.json', ''));
      const matches = listed.map(({ id }) => open(game, id).chapter.match);
      expect(files.sort()).toEqual([...new Set(['course', ...listed.map(({ id }) => id), ...matches])].sort());
    }
  });
});

describe.each(chapters)('$game: $id', ({ game, id }) => {
  it('waits for legal moves only, and the others may reply as they do', async () => {
    const opened = open(game, id);
    expect(opened.plan.some(({ expected }) => expected)).toBe(true);
    for (const { step, view } of await scenes(opened)) {
      if (!step.expected) continue;
      expect(view.to_act, step.step.id).toContain(opened.chapter.seat);
      const match = await engine.load({ ...opened.match, actions: opened.match.actions.slice(0, step.n) });
      await engine.play(match, opened.chapter.seat, step.expected);
      for (const reply of opened.match.actions.slice(step.n + 1, step.end))
        await engine.play(match, reply.seat, reply.action);
      await engine.drop(match);
    }
  });

  it.each(languages)('says everything in %s, and every number comes from the position', async (lang) => {
    const catalogue = texts(lang, game);
    for (const part of ['title', 'about']) expect(catalogue).toHaveProperty([`${game}.learn.${id}.${part}`]);
    const opened = open(game, id);
    const known = new Set(['title', 'about'].map((part) => `${game}.learn.${id}.${part}`));
    for (const { step, view, events } of await scenes(opened)) {
      const scene = sceneOf(view, step.expected, events);
      const vocabulary = words(lang, game);
      const values = valuesOf(step.step, scene, (key) => vocabulary[key] ?? '');
      for (const [name, value] of Object.entries(values))
        expect(value === null || value === '' || Number.isNaN(value), `${step.step.id}: ${name}`).toBe(false);
      const said = parts(game, id, step.step.id, lang);
      const wanted = ['title', 'text', ...(step.step.others ?? []).map(({ say }) => say)];
      expect(said.map(([key]) => key.split('.').at(-1))).toEqual(expect.arrayContaining(wanted));
      for (const [key, text] of said) {
        known.add(key);
        expect([...wanted, 'why', 'next'], key).toContain(key.split('.').at(-1));
        if (key.endsWith('.title')) expect(messageNames(text), key).toEqual([]);
        for (const name of messageNames(text)) expect(Object.keys(values), key).toContain(name);
        expect(text.replace(/\{\w+\}/g, ''), `${key}: a number that no position vouches for`).not.toMatch(/\d/);
        const shown = formatMessage(text, values, lang);
        for (const name of messageNames(text)) expect(shown, key).toContain(String(values[name]).slice(0, 3));
      }
      const used = new Set(said.flatMap(([, text]) => messageNames(text)));
      expect(
        Object.keys(step.step.values ?? {}).filter((name) => !used.has(name)),
        `${step.step.id}: not said`,
      ).toEqual([]);
    }
    const extra = Object.keys(catalogue).filter((key) => key.startsWith(`${game}.learn.${id}.`) && !known.has(key));
    expect(extra).toEqual([]);
  });

  it('names rules that there are', () => {
    for (const { step } of open(game, id).plan) if (step.rule) expect(ruleNumbers(game)).toContain(step.rule);
  });

  it('answers other moves, and has no answer that nobody can get', async () => {
    for (const { step, view } of await scenes(open(game, id))) {
      if (!step.expected) {
        expect(step.step.others, step.step.id).toBeUndefined();
        continue;
      }
      const offered = await otherMoves(open(game, id), step, view);
      expect((step.step.others?.length ?? 0) > 0, step.step.id).toBe(offered.length > 0);
      for (const { when, say } of step.step.others ?? [])
        expect(
          offered.some((action) => answerTo(step.step, action) === say),
          `${step.step.id}: ${JSON.stringify(when)}`,
        ).toBe(true);
    }
  });

  it('never gets stuck, whatever is played', async () => {
    const roll = dice(chapters.findIndex((entry) => entry.game === game && entry.id === id) + 1);
    const { lesson, table, model } = await begin(game, id);
    for (let turn = 0; turn < 60 && lesson.stage !== 'done'; ++turn) {
      const way = roll(6);
      if (lesson.stage === 'other') {
        if (way < 4) await lesson.takeBack();
        else if (way === 4) await model.undo();
        else if (model.legal.length) await table.play(settled(model.legal[roll(model.legal.length)] as Action));
      } else if (lesson.stage === 'read') await (way === 0 ? lesson.back() : lesson.next());
      else if (way < 2 && model.legal.length)
        await table.play(settled(model.legal[roll(model.legal.length)] as Action));
      else if (way === 2) await lesson.back();
      else if (way === 3) await model.undo();
      else await table.play(lesson.planned?.expected as Action);
      await quiet(lesson);
      expect(['read', 'move', 'other', 'done']).toContain(lesson.stage);
    }
    // From wherever that led: by following alone.
    for (let turn = 0; turn < 60 && lesson.stage !== 'done'; ++turn) await follow(lesson, table);
    expect(lesson.stage).toBe('done');
    lesson.close();
    model.close();
  });

  it('is finished by following', async () => {
    const { lesson, table, model, steps } = await begin(game, id);
    let turns = 0;
    for (; lesson.stage !== 'done' && turns < 40; ++turns) await follow(lesson, table);
    expect(turns).toBe(lesson.plan.length);
    expect(steps.at(-1)).toBe(lesson.plan.length);
    lesson.close();
    model.close();
  });
});

// Legal moves other than the one waited for; of a range its ends. Where the list of moves is cut by design, those that make the
// same deed otherwise are found by composing.
async function otherMoves({ chapter, match }: Opened, step: PlannedStep, view: MatchView): Promise<Action[]> {
  const values = (value: Json): Json[] =>
    isRange(value) ? [value.min, Math.min(value.max, value.min + value.step), value.max] : [value];
  const ends = (entry: Action): Action[] =>
    Object.entries(entry).reduce<Action[]>(
      (all, [key, value]) => all.flatMap((action) => values(value).map((one) => ({ ...action, [key]: one }))),
      [{ type: entry.type }],
    );
  const listed = view.legal.flatMap(ends);
  const id = await engine.load({ ...match, actions: match.actions.slice(0, step.n) });
  const composed = await engine
    .compose(id, chapter.seat, { action: { type: step.expected?.type ?? '' } })
    .catch(() => null);
  await engine.drop(id);
  if (composed?.send) listed.push(composed.send);
  return listed.filter((action) => !sameMove(action, step.expected ?? undefined));
}

async function begin(game: string, id: string) {
  const { chapter, match } = open(game, id);
  const first = chapter.steps[0]?.at ?? 0;
  const seats = Array.from({ length: match.setup.players }, (_, i) => ({
    kind: i === chapter.seat ? ('human' as const) : ('bot' as const),
    name: `S${i}`,
    level: 'easy',
  }));
  const record = {
    id: 'L',
    game,
    title: '',
    seats,
    n: first,
    toAct: [],
    finished: false,
    created: 0,
    updated: 0,
    notes: '',
  };
  const table = new LocalTable(
    engine,
    { ...record, file: { ...match, actions: match.actions.slice(0, first) } },
    { botPause: () => 0, lesson: true },
  );
  const model = new TableModel(table);
  while (!table.data().view) await new Promise((resolve) => setTimeout(resolve));
  const steps: number[] = [];
  const lesson = new Lesson(game, id, chapter, match, model, table, {
    pause: () => 0,
    has: () => false,
    onstep: (at) => steps.push(at),
  });
  await lesson.begin(0);
  table.subscribe(() => lesson.heard());
  return { lesson, table, model, steps };
}
async function quiet(lesson: Lesson): Promise<void> {
  for (let i = 0; i < 400 && lesson.stage === 'reply'; ++i) await new Promise((resolve) => setTimeout(resolve));
}
async function follow(lesson: Lesson, table: LocalTable): Promise<void> {
  if (lesson.stage === 'other') await lesson.takeBack();
  else if (lesson.stage === 'read') await lesson.next();
  else expect(await table.play(lesson.planned?.expected as Action)).toBeNull();
  await quiet(lesson);
}
const dice = (seed: number) => {
  let state = (seed * 7919) >>> 0;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};

describe('references', () => {
  const scene = {
    state: { players: [{ cash: 30 }, { cash: 5 }], lines: [{ number: 4, route: { revenue: 70 } }] },
    expected: { type: 'bid', price: 20 },
    events: [{ kind: 'ran', net: 7 }],
    legal: [],
  };
  it('look into the position', () => {
    expect(lookUp(scene, 'state.players[1].cash')).toBe(5);
    expect(lookUp(scene, 'state.lines[number=4].route.revenue')).toBe(70);
    expect(lookUp(scene, 'events[kind=ran].net')).toBe(7);
    expect(lookUp(scene, 'state.players.length')).toBe(2);
    expect(lookUp(scene, 'state.nobody.cash')).toBeNull();
  });
  it('add up', () => {
    expect(evaluate(scene, 'state.players[0].cash - expected.price')).toBe(10);
    expect(evaluate(scene, '5 * expected.price - state.players[0].cash + 1')).toBe(71);
  });
  it('compare moves whatever the order of their members', () => {
    expect(sameMove({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(sameMove({ a: 1 }, { a: 1, b: null })).toBe(false);
    expect(fits({ type: 'bid' }, { type: 'bid', price: 3 })).toBe(true);
    expect(fits({ type: 'bid', price: 4 }, { type: 'bid', price: 3 })).toBe(false);
  });
});
