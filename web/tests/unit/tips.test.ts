// Whatever is not a word explains itself: at steps of both games, every picture, symbol and wordless control of the table, and every
// part of its board, has a text for the pointer, for a long press and for the keyboard's focus.
import { cleanup, render, waitFor } from '@testing-library/svelte';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../../src/engine/engine';
import { gamePage } from '../../src/games/registry';
import { useTexts, type Catalogue } from '../../src/i18n/i18n.svelte';
import type { Action, MatchState, MatchView } from '../../src/table/contract';
import { settled } from '../../src/table/contract';
import { LocalTable } from '../../src/table/local_table';
import { TableModel } from '../../src/table/model.svelte';
import { explainEverything, hideTip, showTip, tipAt, tipDelay } from '../../src/ui/tips';
import { ask, long, wakeEngine } from './real_engine';

const data = join(import.meta.dirname, '../../../data');
beforeAll(async () => {
  await wakeEngine();
  const files = ['core', 'web', '1840', 'tramways'].map((name) =>
    readFileSync(join(data, `locale/en/${name}.json`), 'utf8'),
  );
  useTexts(Object.assign({}, ...files.map((text) => JSON.parse(text) as Catalogue)) as Catalogue, 'en');
  explainEverything();
});
afterEach(() => {
  cleanup();
  hideTip();
});

const worded = (text: string | null | undefined) => /\p{L}{2}/u.test(text ?? '');
const parts = '[data-hex], [data-field], [data-mark]';

// What nothing explains. A picture with words beside it, in the smallest part of the page with any text, is explained by them; a number
// is no word. Parts of a board always speak for themselves.
function unexplained(root: ParentNode): string[] {
  const pictures = [...root.querySelectorAll('svg')].filter(
    (svg) => !svg.parentElement?.closest('svg') && !svg.querySelector(parts) && !svg.matches('.over'),
  );
  const controls = [...root.querySelectorAll('button, a, summary, [role=tab], [role=img]')].filter(
    (control) => control.localName !== 'svg',
  );
  const drawn = [...root.querySelectorAll(parts)].filter((part) => part.closest('svg'));
  const told = (element: Element) => {
    const control = element.closest('button, a, summary, [role=tab]');
    let at: Element | null = element;
    for (let up = 0; at && up < 3 && at !== control && !(at.textContent ?? '').trim(); ++up) at = at.parentElement;
    return at !== null && worded(at.textContent);
  };
  return [
    ...[...pictures, ...controls].filter((element) => !told(element) && !worded(tipAt(element)?.text)),
    ...drawn.filter((element) => !worded(tipAt(element)?.text)),
  ].map((element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 160));
}

const engine = () =>
  new Engine({
    send: (request) => {
      try {
        return Promise.resolve({ ok: ask(request as object) } as never);
      } catch (error) {
        return Promise.resolve({ error: (error as { error: unknown }).error } as never);
      }
    },
    restart: () => undefined,
  });

interface Moment {
  step: string;
  seat: number;
  file: { setup: { players: number }; actions: object[] };
}
// The first moment of every step that a match of bots comes to.
function momentsOf(game: string, players: number): Moment[] {
  const match = ask<number>({ op: 'start', game, setup: { players, seed: `tips-${players}` } });
  const found = new Map<string, Moment>();
  for (let state = ask<MatchState>({ op: 'state', match }); ;) {
    const seat = state.to_act[0] ?? 0;
    const step = gamePage(game)?.step?.(ask<MatchView>({ op: 'view', match, viewer: seat })) ?? '';
    const file = () => ask<Moment['file']>({ op: 'file', match });
    if (!found.has(step)) found.set(step, { step, seat, file: file() });
    if (state.to_act.length === 0) break;
    const action = ask<Action>({ op: 'choose', match, seat, level: 'easy', seed: 'x' });
    state = ask<MatchState>({ op: 'play', match, seat, action: settled(action) });
  }
  ask({ op: 'drop', match });
  return [...found.values()];
}

async function show(game: string, { seat, file }: Moment): Promise<HTMLElement> {
  const seats = Array.from({ length: file.setup.players }, (_, i) =>
    i === seat ? { kind: 'human' as const, name: 'Mia' } : { kind: 'bot' as const, level: 'easy', name: `Bot ${i}` },
  );
  const record = { id: 'tips', game, title: '', seats, n: file.actions.length, toAct: [], finished: false };
  const table = new LocalTable(
    engine(),
    { ...record, file: file as never, created: 0, updated: 0, notes: '' },
    { botPause: () => 0, lesson: true },
  );
  const model = new TableModel(table);
  await waitFor(() => expect(model.view).not.toBeNull());
  const page = await gamePage(game)?.table();
  if (!page) throw new Error('no table');
  const { container } = render(page.default, { model });
  await waitFor(() => expect(container.querySelectorAll('svg').length).toBeGreaterThan(5));
  await new Promise((done) => setTimeout(done, 30)); // what follows a frame later
  return container;
}

describe.each([
  ['1840', 2],
  ['tramways', 2],
] as const)('at the table of %s', (game, players) => {
  it('everything that is not a word explains itself', async () => {
    // A few steps; the browser looks at the states (states.spec.ts), the long run at all steps.
    const all = momentsOf(game, players);
    const moments = all.filter((_, n) => long || n % Math.ceil(all.length / 4) === 0);
    expect(moments.length).toBeGreaterThan(2);
    const found: Record<string, string[]> = {};
    for (const moment of moments) {
      const table = await show(game, moment);
      const missing = unexplained(table);
      if (missing.length) found[moment.step] = missing.slice(0, 12);
      cleanup();
    }
    expect(found).toEqual({});
  }, 300_000);
});

describe('an explanation', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = `<button id="a" aria-label="Undo"><svg></svg></button><span id="b" data-tip="Workers"><svg></svg> 2</span>
      <p id="c"><svg id="d"></svg></p>`;
  });
  afterEach(() => {
    vi.useRealTimers();
    document.body.innerHTML = '';
  });
  const at = (id: string) => document.getElementById(id) as HTMLElement;
  const shown = () => document.querySelector('[role=tooltip]')?.textContent ?? null;
  const point = (id: string, kind: string, pointerType: string) =>
    at(id).dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType, clientX: 5, clientY: 5 }));

  it('comes with the pointer after a moment, the next one at once, and goes with it', () => {
    point('a', 'pointerover', 'mouse');
    expect(shown()).toBeNull();
    vi.advanceTimersByTime(tipDelay);
    expect(shown()).toBe('Undo');
    point('b', 'pointerover', 'mouse');
    expect(shown()).toBe('Workers');
    expect(at('b').getAttribute('aria-describedby')).toBe('tip');
    point('c', 'pointerover', 'mouse');
    expect(shown()).toBeNull();
    expect(at('b').hasAttribute('aria-describedby')).toBe(false);
  });
  it('comes with a long press, not with a tap or a swipe, and stays until the next touch', () => {
    point('b', 'pointerdown', 'touch');
    vi.advanceTimersByTime(200);
    point('b', 'pointerup', 'touch');
    vi.advanceTimersByTime(1000);
    expect(shown()).toBeNull();
    point('b', 'pointerdown', 'touch');
    at('b').dispatchEvent(
      new PointerEvent('pointermove', { bubbles: true, pointerType: 'touch', clientX: 60, clientY: 5 }),
    );
    vi.advanceTimersByTime(1000);
    expect(shown()).toBeNull();
    point('b', 'pointerdown', 'touch');
    vi.advanceTimersByTime(600);
    point('b', 'pointerup', 'touch');
    expect(shown()).toBe('Workers');
    point('c', 'pointerdown', 'touch');
    expect(shown()).toBeNull();
  });
  it('comes with the focus of the keyboard and goes with Escape', () => {
    const matches = vi
      .spyOn(at('a'), 'matches')
      .mockImplementation((selector) => selector.includes('button') || selector === ':focus-visible');
    at('a').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    vi.advanceTimersByTime(tipDelay);
    expect(shown()).toBe('Undo');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(shown()).toBeNull();
    matches.mockRestore();
  });
  it('says what is true when it comes, not when it was waited for', () => {
    const matches = vi.spyOn(at('b'), 'matches').mockReturnValue(true);
    point('c', 'pointerdown', 'touch'); // no other was shown just now: it is waited for
    at('b').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    at('b').setAttribute('data-tip', 'Arbeiter');
    vi.advanceTimersByTime(tipDelay);
    expect(shown()).toBe('Arbeiter');
    matches.mockRestore();
  });
  it('speaks the language of the page as soon as that changes', async () => {
    showTip({ node: at('b'), text: 'Workers' });
    expect(shown()).toBe('Workers');
    at('b').setAttribute('data-tip', 'Arbeiter');
    document.documentElement.lang = 'de';
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toBe('Arbeiter');
    document.documentElement.lang = 'en';
  });
  it('is missed where it is missing', () => {
    document.body.innerHTML = `<p><svg></svg> words beside it</p><p><button aria-label="A name"><svg></svg></button></p>
      <p><button><svg class="bare"></svg></button></p><p><svg class="number"></svg> 12</p><svg><g data-hex="A1"></g></svg>`;
    expect(unexplained(document.body)).toHaveLength(4); // the bare picture, its button, the one with a number, the hex
  });
});
