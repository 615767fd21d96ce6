// A card of the page around a table that has its place beside the board, where there is room: the layout of the table shows it.
import { getContext, setContext, type Component } from 'svelte';

export class Beside {
  card = $state.raw<Component<Record<string, unknown>> | null>(null);
  props = $state.raw<Record<string, unknown>>({});
  open = $state(true); // unfolded: then it takes the place of what fills the rest of the column
  shown = $state(false); // a layout shows it; else the page does
}

const key = Symbol('beside');
export const offerBeside = (beside: Beside) => setContext(key, beside);
export const besideBoard = () => getContext<Beside | undefined>(key);
