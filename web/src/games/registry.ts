// The games this page can show: every folder beside this file with an index.ts (and those of further roots, vite/games.ts).
import pages from 'virtual:games';
import type { Component } from 'svelte';
import { hasText, t } from '../i18n/i18n.svelte';
import type { TableModel } from '../table/model.svelte';
import type { Json, MatchView, Values } from '../table/contract';
import type { GameStory } from '../frame/story.svelte';
import type { Peek } from '../app/peek';

type Loaded<Props extends Record<string, unknown> = Record<string, never>> = () => Promise<{
  default: Component<Props>;
}>;

export interface LayoutProps extends Record<string, unknown> {
  players: number;
  options: Values;
  value: Json | null;
  onchange: (value: Json, possible: boolean) => void;
}

// What the shared pages need of a game. It is part of the first thing a browser loads: keep it small, load the rest lazily.
// Its texts are NAME.card.* (what the start page says) and NAME.* of data/locale; its help is data/help/LANG/NAME.md.
export interface GamePage {
  id: string; // as the engine calls it
  players: readonly [number, number]; // how few and how many can play; a test compares it with the engine
  usual: number; // how many are offered first
  badge?: Component; // a small picture for lists, 26 by 28
  preview?: Loaded; // a picture for the start page
  table: Loaded<{ model: TableModel }>;
  story?: () => Promise<{ default: GameStory }>; // how its moves are told, and what they touch
  peek?: () => Promise<{ default: (view: MatchView) => Peek }>; // what a list of tables shows of a position
  step?: (view: MatchView) => string; // what is to be decided: the help of data/rules is found by it
  hands?: boolean; // players hold cards that others must not see
  // Chooses options of the type `placements`; tells what was chosen, and whether a match can begin with it.
  layout?: () => Promise<{ default: Component<LayoutProps> }>;
  quiet?: (view: MatchView) => Promise<MatchView>; // the view of a puzzle, without what would give the answer away
  // Pictures of its help pages, drawn from positions by the parts of its table.
  pictures?: readonly string[];
  picture?: () => Promise<{ default: Component<{ name: string; label: string }> }>;
  // Puts what one likes on a board and shows the best route; the board is the game's own text.
  laboratory?: () => Promise<{ default: Component<{ text: string; onchange: (text: string) => void }> }>;
  rareOption?: (key: string) => boolean; // options that stay folded away
  offered?: Values; // what a new table begins with, where that is not the engine's default
}

export const gamePages: GamePage[] = Object.values(pages).sort((a, b) => (a.id < b.id ? -1 : 1));

export const gamePage = (id: string): GamePage | undefined => gamePages.find((page) => page.id === id);

// A value of a game's option in words: "1910" is the harder side.
export function optionLabel(game: string, key: string, value: Json): string {
  if (typeof value === 'boolean') return t(value ? 'web.yes' : 'web.no');
  const keys = [`${game}.option.${key}.${String(value)}`, `${game}.${key}.${String(value)}`];
  const known = keys.find(hasText);
  return known ? t(known) : String(value);
}

// Games that this page has no folder for are called what the engine calls them.
export const gameName = (id: string): string => (hasText(`${id}.card.name`) ? t(`${id}.card.name`) : id);
