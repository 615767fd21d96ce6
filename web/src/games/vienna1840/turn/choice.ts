// What a person has chosen and not yet confirmed: the one thing the decision bar shows.
import type { Action } from '@/table/contract';

export interface Choice {
  action: Action;
  title: string; // "Lay tile 58"
  effect: string; // what it does
  warning?: string; // what cannot be taken back
}

export type Choose = (choice: Choice | null) => void;
