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

export const ofType = (legal: Action[], type: string): Action[] => legal.filter((action) => action.type === type);
