// What the turn card of 1840 itself says of a choice: its sums are made in its components, so they are read where they stand.
import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import type { Action, MatchView } from '../../src/table/contract';
import type { Position } from '../../src/games/vienna1840/position';
import type { ViennaTexts } from '../../src/games/vienna1840/texts';
import type { Choice } from '../../src/games/vienna1840/turn/choice';
import { sameAction } from '../../src/games/vienna1840/turn/steps';
import TurnCard from '../../src/games/vienna1840/turn/TurnCard.svelte';

// Where it is pressed; null: not in the card, or with a number that is typed.
function pressed(action: Action): string | null {
  switch (action.type) {
    case 'run':
      return action.revenue === undefined ? `[data-offer=${action.empty ? 'run_empty' : 'run'}]` : null;
    case 'buy_share':
      return `tr[data-company="${String(action.company)}"] [data-offer=buy]`;
    case 'buy_tram':
      return `[data-colour="${String(action.colour)}"] [data-offer=tram]`;
    case 'bid':
      return `[data-lot="${String(action.line ?? action.private)}"]`;
    case 'dividend':
      return '.chips button:last-child'; // all of it
    default:
      return null;
  }
}

export interface Card {
  choice: Choice; // of what is played
  rows: string[]; // of its tables, as text
}
export function readCard(
  action: Action,
  view: MatchView,
  position: Position,
  texts: ViennaTexts,
  me: number,
  name: (seat: number) => string,
): Card | null {
  const where = pressed(action);
  if (!where) return null;
  const heard: { choice: Choice | null } = { choice: null };
  const none = () => undefined;
  const props = { position, legal: view.legal, me, name, texts, choice: null, why: none };
  const choose = (make: (() => Choice) | null) => (heard.choice = make?.() ?? null);
  const { container, unmount } = render(TurnCard, {
    props: {
      ...{ props: { ...props, choose }, mine: true, bot: false, mode: 'all', busy: false, log: [] },
      ...{ onmode: none, onlot: none },
    },
  });
  const button = container.querySelector<HTMLElement>(where);
  if (!button) throw new Error(`${where} is not offered for ${JSON.stringify(action)}`);
  button.click();
  flushSync();
  const rows = [...container.querySelectorAll('table.named tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim().replaceAll('\u00a0', ' ')).join('|'),
  );
  unmount();
  const { choice } = heard;
  return choice && sameAction(choice.action, action) ? { choice, rows } : null;
}
