// The JSON contract between the client and a match, wherever it runs (core/game.h, docs/api.md). What goes over the wire is
// described in data/openapi.json; the types of that are made by scripts/wire.py.
import type { Action, Event, Json, Outcome, Range, RuleError, Values } from '../wire/wire.gen';

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

// The question about an action begun, and its answer (docs/moves-in-the-making.md). What the steps say besides `set`, and what
// stands in `pay`, is the game's own.
export interface Begun {
  action: Values;
  use?: string[];
  avoid?: string[];
}
export interface Step {
  set: Values;
  [key: string]: Json | undefined;
}
export interface SeatChange {
  seat: number;
  [what: string]: number;
}
export interface Effects {
  seats: SeatChange[];
  events: Event[];
  bonus?: Json; // of a journey: what its destination gives
  then: { seats: SeatChange[]; events: Event[]; more: boolean } | null;
}
export interface InTheMaking {
  action: Values;
  send: Action | null;
  why: RuleError | null;
  next: Step[];
  closed: { set: Values; why: RuleError }[];
  pay: Json;
  effects: Effects | null;
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
