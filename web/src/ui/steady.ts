// A new position brings new objects even where nothing has changed. steady() gives back the value before as long as the new one says
// the same, so that what is drawn from it need not be looked at again.
const lists = (_key: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;

export function steady<T>(): (next: T) => T {
  let kept: T;
  let said: string | undefined;
  return (next) => {
    const saying = JSON.stringify(next, lists);
    if (saying !== said) {
      kept = next;
      said = saying;
    }
    return kept;
  };
}
