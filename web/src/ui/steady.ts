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

// The same for each part of a list: those that say what they said stay the objects they were.
export function steadyEach<T>(id: (item: T) => string | number): (next: T[]) => T[] {
  let kept = new Map<string | number, (next: T) => T>();
  let list: T[] = [];
  return (next) => {
    const now = new Map<string | number, (next: T) => T>();
    const found = next.map((item) => {
      const same = kept.get(id(item)) ?? steady<T>();
      now.set(id(item), same);
      return same(item);
    });
    kept = now;
    if (found.length !== list.length || found.some((item, i) => item !== list[i])) list = found;
    return list;
  };
}
