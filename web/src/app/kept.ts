// Numbers this device keeps; private windows may keep nothing.
export function kept(key: string): number {
  try {
    return Number(localStorage.getItem(key) ?? -1);
  } catch {
    return -1;
  }
}
export function keep(key: string, value: number): void {
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // What is not kept is asked for again.
  }
}
