// The JSON contract between the client and a match, wherever it runs (core/game.h, docs/api.md).
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Values = Record<string, Json>;

// A move. `type` is a word of the game's action list; a legal entry may hold ranges instead of numbers.
export interface Action {
  type: string;
  [key: string]: Json;
}

export interface Range {
  min: number;
  max: number;
  step: number;
}

export interface RuleError {
  scope: string;
  code: string;
  rule: string;
  values: Values;
}

export class Refused extends Error {
  constructor(readonly error: RuleError) {
    super(`${error.scope}.${error.code}`);
  }
}

export interface Event {
  kind: string;
  [key: string]: Json;
}

export interface LogEntry {
  n: number;
  seat: number;
  action: Action;
  events: Event[];
  drawn?: boolean; // by the server, for a bot that failed
}

export interface Outcome {
  scores: { seat: number; [key: string]: Json }[];
  winners: number[];
  [key: string]: Json;
}

export interface MatchView<State = Json> {
  game: string;
  n: number;
  seats: number;
  to_act: number[];
  outcome: Outcome | null;
  commitment?: string;
  seed?: string;
  seat: number | null;
  legal: Action[];
  undoable: number;
  state: State;
}

export interface MatchState {
  game: string;
  seats: number;
  n: number;
  to_act: number[];
  outcome: Outcome | null;
}

export type Viewer = number | 'spectator' | 'analyst';

export interface Setup {
  players: number;
  seed?: string;
  options?: Values;
  [key: string]: Json | undefined;
}

export interface Option {
  key: string;
  type: string;
  choices?: Json[];
  default: Json;
  players?: number[];
}

export interface About {
  id: string;
  name: string;
  designer?: string;
  players: [number, number];
  options: Option[];
  bots: string[];
}

// One of the actions a legal entry stands for, all equally likely: each range becomes one of its numbers.
export function settled<T extends Json>(entry: T): T {
  if (isRange(entry))
    return (entry.min +
      entry.step * Math.floor(Math.random() * (Math.floor((entry.max - entry.min) / entry.step) + 1))) as T;
  if (Array.isArray(entry)) return entry.map((value) => settled(value)) as T;
  if (typeof entry === 'object' && entry !== null)
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, settled(value)])) as T;
  return entry;
}

export function isRange(value: Json | undefined): value is { min: number; max: number; step: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    'min' in value &&
    'max' in value &&
    'step' in value
  );
}
