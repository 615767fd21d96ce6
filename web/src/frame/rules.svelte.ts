// The rules beside the table: whether they are open, and at which number.
import files from 'virtual:games/rules';

export interface RulesIndex {
  rules: string[]; // every number there is a text for: GAME.rule.NUMBER
  steps: Record<string, string[]>; // what a step is about: GAME.help.STEP, and the numbers that matter there
  card: string[]; // the numbers on the reference card
  legend: string[]; // icons with a meaning: GAME.legend.ICON
  log: Record<string, string>; // what happens -> the number that says so
}

let asked = $state.raw<{ rule: string | null } | null>(null);

export const rulesAsked = (): { rule: string | null } | null => asked;
export function openRules(rule: string | null = null): void {
  asked = { rule };
}
export function closeRules(): void {
  asked = null;
}
// F1 opens and closes them, on every page with a table.
export function onRulesKey(event: KeyboardEvent): void {
  if (event.key !== 'F1') return;
  event.preventDefault();
  if (rulesAsked()) closeRules();
  else openRules();
}

export const rulesCatalogue = (game: string): string => `${game}-rules`;
export async function rulesOf(game: string): Promise<RulesIndex | null> {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/data/rules/${game}.json`))?.[1];
  return found ? ((await found()) as RulesIndex) : null;
}

// A link to a rule opens it here, beside the table; held with a key it opens a page of its own as any link does.
export function opensRule(event: MouseEvent, rule: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openRules(rule);
}
