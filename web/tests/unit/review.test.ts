// The review beside the table: whose moments, who judges whom, and figures that are all in sight.
import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import ReviewDrawer from '../../src/frame/ReviewDrawer.svelte';
import { ReviewSession } from '../../src/frame/review.svelte';
import { TableModel } from '../../src/table/model.svelte';
import type { Decision, ReviewFile } from '../../src/table/review';
import { speak } from './catalogues';
import { connect, info, update } from './support';

const decision = (n: number, seat: number): Decision => ({
  n,
  seat,
  round: n === 0 ? '0' : '3',
  verdict: 'costly',
  played: { type: 'pass' },
  loss: 3,
  error: 1,
  after: { results: [40, 41], errors: [1, 1] },
  before: { results: [40, 41], errors: [1, 1] },
});
const luck = (seat: number) => ({ seat, start: 31, deal: 32, own: -33, others: 34, chance: 35, rest: 36, final: 137 });
const file = {
  game: 'tramways',
  level: 'hard',
  nodes: 200,
  seats: 2,
  finished: true,
  scores: [40, 41],
  decisions: [decision(0, 0), decision(5, 1), decision(7, 1)],
  moments: [5, 7],
  moments_by_seat: [[0], [5, 7]],
  luck: [luck(0), luck(1)],
  accounts: { rounds: [], seats: [[], []] },
  runs: [],
  match: { actions: [] },
} as unknown as ReviewFile;

function open(level: string, of = file): ReviewSession {
  speak('en', 'web', 'review');
  const { table, wire } = connect();
  const model = new TableModel(table);
  const seats = [
    { kind: 'human', name: 'A' },
    { kind: 'bot', name: 'Nora', level },
  ];
  wire.say(update(1, 9, { info: { ...info, game: 'tramways', status: 'finished', seats } }));
  const session = new ReviewSession(model);
  session.file = of;
  render(ReviewDrawer, { session });
  return session;
}
const moments = () => [...document.querySelectorAll('[data-moment]')].map((one) => one.getAttribute('data-moment'));

it("keeps one's own moments among those of everybody", async () => {
  open('hard');
  expect(moments()).toEqual(['0']);
  expect(document.querySelector('[data-moment="0"]')?.textContent).toContain('Set-up');
  await fireEvent.click(screen.getByRole('button', { name: 'Everybody' }));
  expect(moments()).toEqual(['0', '5', '7']);
});

it('says who is stronger than the one who judges', () => {
  open('expert/builder');
  expect(document.querySelector('[data-weaker]')?.textContent).toMatch(/“hard”.*: Nora\./);
});

it('says whose results are judged where that is not everybody', () => {
  open('hard');
  expect(screen.queryByText(/“Others” also holds/)).toBeNull();
  document.body.replaceChildren();
  const alone = { results: [40, null], errors: [1, null] };
  open('hard', { ...file, decisions: file.decisions.map((one) => ({ ...one, after: alone, before: alone })) });
  expect(screen.getByText(/“Others” also holds/)).toBeTruthy();
});

it('says nothing of the kind where the judge is as strong as all of them', () => {
  for (const level of ['hard', 'medium', 'hard/trader']) {
    open(level);
    expect(document.querySelector('[data-weaker]'), level).toBeNull();
    document.body.replaceChildren();
  }
});

it('has the result beside the name, above what led to it', () => {
  open('hard');
  const table = screen.getByRole('columnheader', { name: 'Own decisions' }).closest('table') as HTMLElement;
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(
    ['Start', 'Deal', 'Own', 'Others', 'Chance', 'Corrected'], // prettier-ignore
  );
  const [first, second] = [...table.querySelectorAll('tbody')].map((part) => [...part.querySelectorAll('tr')]);
  expect(first?.[0]?.textContent).toBe('AResult 137');
  expect([...(first?.[1]?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
    '31',
    '32',
    '−33',
    '34',
    '35',
    '36',
  ]);
  expect(second?.[0]?.textContent).toContain('Nora');
});
