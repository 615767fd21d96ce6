// Keys that mean the same at every table.
import type { TableModel } from '../table/model.svelte';

// Is this key for the table at all, or is somebody typing?
export function isForTable(event: KeyboardEvent): boolean {
  const typing = (event.target as HTMLElement).matches('input:not([type=range]), textarea, select');
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}

// Undo, redo, hint and history. True when the key was one of them.
export function tableKey(event: KeyboardEvent, model: TableModel): boolean {
  const onSlider = (event.target as HTMLElement).matches('input');
  if (event.key === 'u') void model.undo();
  else if (event.key === 'U') void model.redo();
  else if (event.key === 'h' && model.canHint) void model.hint();
  else if (event.key === ',') void model.step(-1);
  else if (event.key === '.') void model.step(1);
  else if (event.key === 'Home' && !onSlider) void model.show(0);
  else if (event.key === 'End' && !onSlider) void model.show(model.length);
  else return false;
  return true;
}
