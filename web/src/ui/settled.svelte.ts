// What a component draws from, when every position brings it anew: those who use the value hear of it only when it says something
// else. A $derived that gives back the old object would still have all of them looked through.
import { untrack } from 'svelte';
import { steady } from './steady';

export function settled<T>(source: () => T, same: (next: T) => T = steady<T>()): { readonly now: T } {
  let now = $state.raw<T>(untrack(() => same(source())));
  $effect.pre(() => {
    now = same(source());
  });
  return {
    get now() {
      return now;
    },
  };
}
