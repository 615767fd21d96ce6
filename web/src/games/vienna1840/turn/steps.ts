// What every body of the turn card is given.
import type { Action } from '@/table/contract';
import type { Choice, Choose } from './choice';
import type { Position } from '../position';
import type { ViennaTexts } from '../texts';

export interface StepProps {
  position: Position;
  legal: Action[];
  me: number;
  name: (seat: number) => string;
  texts: ViennaTexts;
  choice: Choice | null;
  choose: Choose;
  why: (subject: string, action: Action) => void;
}

// The same action, whatever the order of its members; what stands at its default may be left out.
export function sameAction(a: Action, b: Action): boolean {
  const plain = (action: Action) =>
    JSON.stringify(
      Object.entries(action)
        .filter(([, value]) => value !== null && value !== 0 && value !== false)
        .map(([key, value]) => [key, JSON.stringify(value)])
        .sort(),
    );
  return plain(a) === plain(b);
}

export const ofType = (legal: Action[], type: string): Action[] => legal.filter((action) => action.type === type);
