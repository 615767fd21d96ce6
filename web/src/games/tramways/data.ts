// The component data of Tramways as the table needs it: cards, colours. The same files the engine reads.
import firstCards from '@data/tramways/cards.json';
import secondCards from '@data/tramways/second/cards.json';
import thirdCards from '@data/tramways/third/cards.json';
import game from '@data/tramways/game.json';

export interface Card {
  id: number;
  type: 'D' | 'L' | 'B' | 'A' | 'G' | 'O';
  slots: (string | null)[];
  stripe: boolean;
  void: boolean;
  consequence: { kind: 'pay' | 'stress'; amount: number } | null;
  building_type: string | null;
  parcel: string | null;
}

export interface Look {
  color: string;
  fill: string;
  dark: string;
  line: string;
  line_dark: string;
  text: string;
  shape: 'circle' | 'square' | 'diamond' | 'hexagon' | 'arch';
}

const byId = (list: unknown) => new Map((list as Card[]).map((card) => [card.id, card]));
const first = byId(firstCards.cards);
const others = new Map([
  ['second', byId(secondCards.cards)],
  ['third', byId(thirdCards.cards)],
]);

// The cards of the table in sight. A match never changes its set, so that nothing needs to be drawn anew.
export let cards = first;
export function useCards(set: unknown): void {
  cards = others.get(String(set)) ?? first;
}

export const looks = game.looks.players as Look[];
export const ratings = game.solo.ratings;
export const actionLimits = [game.actions.round_1_max, game.actions.round_2_max];

export const playerClass = (seat: number) => `p-${looks[seat]?.color ?? 'brown'}`;

// What is printed there: "card:slot", or "card:T" for the stripe.
export const printed = (symbol: string): string => {
  const [card, slot] = symbol.split(':');
  return slot === 'T' ? 'ticket' : (cards.get(Number(card))?.slots[Number(slot)] ?? '');
};

// The value of a rail symbol, for the meter; 0 for all others.
export const railValue = (symbol: string | null | undefined) =>
  symbol?.startsWith('rail') ? Number(symbol.slice(4)) : 0;

export function iconOf(symbol: string): string {
  if (symbol.startsWith('rail')) return `rail-${symbol.slice(4)}`;
  if (symbol.startsWith('dest_')) return `dest-${symbol.slice(5).toLowerCase()}`;
  const names: Record<string, string> = {
    upgrade_link: 'upgrade-link',
    build: 'build',
    upgrade_building: 'upgrade-building',
    worker: 'worker',
    add_passenger: 'passenger',
    stress_down: 'stress-down',
    ticket: 'ticket',
  };
  return names[symbol] ?? 'money';
}

let coloured = false;

// The players' colours from the data into one style sheet.
export function usePlayerColours(): void {
  if (coloured) return;
  coloured = true;
  const style = document.createElement('style');
  style.textContent = looks
    .map(
      (look) =>
        `.p-${look.color}{--cc:${look.fill};--ci:${look.text};--cl:${look.line}}[data-theme=dark] .p-${look.color}{--cc:${look.dark};--cl:${look.line_dark}}`,
    )
    .join('\n');
  document.head.append(style);
}
