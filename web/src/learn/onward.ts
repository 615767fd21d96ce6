import type { Course } from './chapter';
import { progressOf } from './progress.svelte';

// Where to go on in a course: a chapter begun, else the first that is not done.
export function onward(game: string, { chapters }: Course): string | undefined {
  const begun = chapters.find(({ id }) => progressOf(game, id).step > 0);
  return (begun ?? chapters.find(({ id }) => !progressOf(game, id).done))?.id;
}
