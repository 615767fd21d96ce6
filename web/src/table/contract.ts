// The JSON contract between the client and a match, wherever it runs (core/game.h, docs/api.md). What goes over the wire is
// described in data/openapi.json; the types of that are made by scripts/wire.py.
import type { Json, Outcome, Range, RuleError, Values } from '../wire/wire.gen';

export type {
  About,
  Action,
  Event,
  Json,
  LogEntry,
  MatchView,
  Option,
  Outcome,
  Range,
  RuleError,
  Values,
} from '../wire/wire.gen';

export class Refused extends Error {
  constructor(readonly error: RuleError) {
    super(`${error.scope}.${error.code}`);
  }
}

// What the engine on this device tells of a match, and is told to begin one.
export interface MatchState {
  game: string;
  seats: number;
  n: number;
  to_act: number[];
  outcome: Outcome | null;
  names?: string[]; // of the players, where the file had them
}

// What is wrong with a setup; a game adds members of its own (docs/views-*.md).
export interface SetupCheck {
  possible: boolean;
  problems: RuleError[];
  notes: RuleError[];
}

export type Viewer = number | 'spectator' | 'analyst';

export interface Setup {
  players: number;
  seed?: string;
  options?: Values;
  [key: string]: Json | undefined;
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

export function isRange(value: Json | undefined): value is Range & Json {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    'min' in value &&
    'max' in value &&
    'step' in value
  );
}
