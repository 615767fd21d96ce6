// Keys that mean the same at every table.
import type { TableModel } from '../table/model.svelte';

interface Sizable {
  zoomBy(factor: number): void;
  reset(): void;
}

// Is this key for the table at all, or is somebody typing?
export function isForTable(event: KeyboardEvent): boolean {
  const typing = (event.target as HTMLElement).matches('input:not([type=range]), textarea, select');
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}

// Undo, redo, hint, history and the size of a board. True when the key was one of them.
export function tableKey(event: KeyboardEvent, model: TableModel, board?: Sizable | null): boolean {
  const onSlider = (event.target as HTMLElement).matches('input');
  if (event.key === 'u') void model.undo();
  else if (event.key === 'U') void model.redo();
  else if (event.key === 'h' && model.canHint) void model.hint();
  else if (event.key === 'g') model.story?.toggle();
  else if (event.key === ',') void model.step(-1);
  else if (event.key === '.') void model.step(1);
  else if (event.key === 'Home' && !onSlider) void model.show(0);
  else if (event.key === 'End' && !onSlider) void model.show(model.length);
  else if (event.key === '+' && board) board.zoomBy(1.4);
  else if (event.key === '-' && board) board.zoomBy(1 / 1.4);
  else if (event.key === '0' && board) board.reset();
  else return false;
  return true;
}
