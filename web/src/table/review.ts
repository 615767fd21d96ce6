// A review file (docs/review-file.md), as far as the page reads it.
import type { Action, Json, Values } from './contract';

export interface Expected {
  results: (number | null)[];
  errors: (number | null)[];
  chances?: number[];
}
export type Verdict = 'best' | 'good' | 'strong' | 'costly' | 'very_costly';
export interface Decision {
  n: number;
  seat: number;
  round: string;
  verdict: Verdict;
  played: Action;
  better?: Action;
  obvious?: Action;
  loss: number;
  error: number;
  gain?: number;
  why?: ({ code: string } & Values)[];
  after: Expected;
  before: Expected;
}
export interface Account {
  source: string;
  of: string;
  amount: number;
  by_round: number[];
}
export interface Accounts {
  rounds: string[];
  seats: Account[][];
}
export const luckParts = ['start', 'deal', 'own', 'others', 'chance', 'rest', 'final'] as const;
export type Luck = Record<(typeof luckParts)[number], number> & { seat: number };
export interface ReviewedRun {
  n: number;
  seat: number;
  line: string;
  made: number;
  best: number;
}
export interface ReviewFile {
  game: string;
  level: string;
  nodes: number;
  seats: number;
  finished: boolean;
  scores: (number | null)[];
  decisions: Decision[];
  moments: number[];
  moments_by_seat: number[][];
  luck: Luck[];
  accounts: Accounts;
  runs: ReviewedRun[];
  match: { [key: string]: Json };
}
