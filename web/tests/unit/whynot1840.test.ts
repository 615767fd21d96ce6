// "Why not?" in auctions, share rounds and tram purchases of 1840: what the panels ask when something is touched that is not open.
// Every answer is about the thing that was touched or the situation, has a rule that opens, and a sentence in four languages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { t } from '../../src/i18n/i18n.svelte';
import { Refused, type Action, type MatchState, type MatchView, type RuleError } from '../../src/table/contract';
import { speak } from './catalogues';
import { ask, wakeEngine } from './real_engine';

const root = join(import.meta.dirname, '../../..');
const recorded = JSON.parse(readFileSync(join(root, 'tests/words/1840.json'), 'utf8')) as {
  setup: object;
  actions: { seat: number; action: Action }[];
};
const { rules } = JSON.parse(readFileSync(join(root, 'data/rules/1840.json'), 'utf8')) as { rules: string[] };

interface State {
  step: string;
  companies: { id: string }[];
  privates: { id: string; minimum: number }[];
  lines: { number: number }[];
  auction: { minimum?: number } | null;
}
const stadtbahnen = ['W', 'V', 'G', 'D'];
const colours = ['yellow', 'orange', 'red', 'pink', 'purple'];

// What the panel of this step asks about each thing it shows.
function touched({ step, companies, privates, lines, auction }: State): Action[] {
  const all = [...companies.map(({ id }) => id), ...stadtbahnen];
  if (step === 'shares')
    return all.flatMap((company): Action[] => [
      { type: 'buy_share', company },
      { type: 'sell_shares', company, count: 1 },
    ]);
  if (step === 'buy_director')
    return companies.flatMap(({ id }) => [70, 80, 90, 100].map((par) => ({ type: 'buy_director', company: id, par })));
  if (step === 'open_private' || step === 'bid_private')
    return privates.map(({ id, minimum }) => ({ type: 'bid', private: id, price: auction?.minimum ?? minimum }));
  if (step === 'name_line' || step === 'bid_line')
    return lines.map(({ number }) => ({ type: 'bid', line: number, price: auction?.minimum ?? 20 }));
  if (step.startsWith('trams')) return colours.map((colour) => ({ type: 'buy_tram', colour }));
  return [];
}

const same = (action: Action, wanted: Action) =>
  ['type', 'company', 'private', 'line', 'colour', 'par'].every((member) => action[member] === wanted[member]);

function refusalOf(match: number, seat: number, action: Action): RuleError | null {
  try {
    ask({ op: 'try', match, seat, action, viewer: seat });
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.error;
    throw error;
  }
}

beforeAll(wakeEngine);

it('answers about what was touched, or the situation', { timeout: 120_000 }, () => {
  const match = ask<number>({ op: 'start', game: '1840', setup: recorded.setup });
  const answers = new Map<string, RuleError>(); // one of each kind of question and answer
  const steps = new Set<string>();
  for (const { seat, action } of recorded.actions) {
    const view = ask<MatchView>({ op: 'view', match, viewer: seat });
    const state = view.state as unknown as State;
    for (const question of touched(state)) {
      steps.add(state.step);
      const why = refusalOf(match, seat, question);
      expect(why === null, JSON.stringify([state.step, question, why])).toBe(
        view.legal.some((one) => same(one, question)),
      );
      if (why) answers.set(`${String(question.type)} ${why.code}`, why);
    }
    ask<MatchState>({ op: 'play', match, seat, action });
  }
  expect([...steps].sort()).toEqual(
    ['bid_line', 'bid_private', 'buy_director', 'name_line', 'open_private', 'shares', 'trams', 'trams_won'].sort(),
  );
  const said: string[] = [];
  for (const lang of ['en', 'de', 'es', 'ru'] as const) {
    speak(lang);
    for (const [kind, { scope, code, rule, values }] of answers) {
      expect(scope, kind).toBe('1840');
      expect(code, kind).not.toMatch(/wrong_step|not_chosen|no_such/);
      expect(rules, kind).toContain(rule);
      const sentence = t(`1840.error.${code}`, { ...values, company_short: values.company ?? null });
      expect(sentence, kind).not.toMatch(/[{}]|undefined|null|1840\./);
      said.push(`${kind} (${rule}): ${sentence}`);
    }
  }
  if (process.env.REMISE_SAY) console.log(said.join('\n'));
  expect(answers.size).toBeGreaterThan(8);
});
