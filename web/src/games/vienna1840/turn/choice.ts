// What a person has chosen and not yet confirmed: the one thing the decision bar shows.
import type { Action } from '@/table/contract';

// What one would pay for later, in the engine's figures, and the choice that avoids it.
export interface Alarm {
  title: string;
  text: string;
  rule?: string;
  safe?: { label: string; choose: () => void };
}

export interface Choice {
  action: Action;
  title: string; // "Lay tile 58"
  effect: string; // what it does
  warning?: string; // in a word
  alarm?: Alarm;
  offered?: boolean; // by the page itself, to begin with: a hint may still be asked for
}

// Made when it is chosen, and anew in another language.
export type Choose = (make: (() => Choice) | null) => void;
