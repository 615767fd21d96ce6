// How far a person has come, kept on this device, and with the account's preferences where there is one.
import { api, Unreachable } from '../app/api';
import { Refused } from '../table/contract';

export interface ChapterProgress {
  step: number; // where to go on
  done: boolean; // finished at least once
}
type Progress = Record<string, ChapterProgress>; // by "GAME/CHAPTER"

const key = 'remise.learn';

function stored(): Progress {
  try {
    return readProgress(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

// What another version, or a stranger, may have written: only what has the right form counts.
export function readProgress(value: unknown): Progress {
  const found: Progress = {};
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, entry] of Object.entries(value)) {
    const { step, done } = (entry ?? {}) as Partial<ChapterProgress>;
    if (Number.isInteger(step) && Number(step) >= 0) found[name] = { step: Number(step), done: done === true };
  }
  return found;
}

// Both devices' steps count: finished is finished, and one goes on where one was furthest.
export function merged(a: Progress, b: Progress): Progress {
  const all: Progress = { ...a };
  for (const [name, entry] of Object.entries(b)) {
    const mine = all[name];
    all[name] = mine ? { step: Math.max(mine.step, entry.step), done: mine.done || entry.done } : entry;
  }
  return all;
}

let progress = $state.raw<Progress>(stored());

export function progressOf(game: string, chapter: string): ChapterProgress {
  return progress[`${game}/${chapter}`] ?? { step: 0, done: false };
}
export const startedAny = (): boolean => Object.keys(progress).length > 0;

export function setProgress(game: string, chapter: string, entry: ChapterProgress): void {
  const name = `${game}/${chapter}`;
  const before = progress[name];
  if (before?.step === entry.step && before.done === entry.done) return;
  progress = { ...progress, [name]: entry };
  keep();
  if (entry.done && !before?.done) void share();
}

function keep(): void {
  try {
    localStorage.setItem(key, JSON.stringify(progress));
  } catch {
    // Private windows may keep nothing; progress then lasts as long as the page.
  }
}

// With the account: what it knows and what this device knows become one.
export async function share(): Promise<void> {
  try {
    const { account, preferences } = await api.me();
    if (account === null) return;
    const theirs = readProgress(preferences.learn);
    progress = merged(progress, theirs);
    keep();
    if (JSON.stringify(merged(theirs, progress)) !== JSON.stringify(theirs))
      await api.setPreferences({ ...preferences, learn: progress as never });
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
  }
}
