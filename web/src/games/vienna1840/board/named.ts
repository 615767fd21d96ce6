// Hexes that a text beside the map names: under the pointer the one word, on focus all of them.
const beside = '.side, .decide, .sheet';
const buttons = '.side button, .decide button, .sheet button';

function wordAt(event: PointerEvent): string {
  const spot = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const node = spot?.startContainer;
  if (!spot || node?.nodeType !== Node.TEXT_NODE) return '';
  const text = node.textContent ?? '';
  const from = text.slice(0, spot.startOffset).search(/[A-Z0-9]*$/i);
  return /^[A-Z0-9]*/i.exec(text.slice(from))?.[0] ?? '';
}

export function hexUnder(event: PointerEvent, board: Element | null): string {
  const target = event.target as Element | null;
  const text = board?.contains(target) || !target?.closest(beside) ? '' : wordAt(event);
  return /^[A-K]\d{1,2}$/.test(text) ? text : '';
}

// Null where the focus is not on a button beside the map.
export function hexesNamed(event: FocusEvent, board: Element | null): string[] | null {
  const target = event.target as Element | null;
  if (board?.contains(target) || !target?.matches(buttons)) return null;
  return (target.textContent ?? '').match(/\b[A-K]\d{1,2}\b/g) ?? [];
}
