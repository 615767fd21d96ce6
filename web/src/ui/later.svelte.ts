// What stands beside the board follows one frame later: what was clicked is drawn first, and nobody waits for lists and tables. Positions
// that come faster than frames are left out. `source` should be quick; what is made of it is made of `now`.
import { untrack } from 'svelte';
import { painted } from './time';

export function later<T>(source: () => T): { readonly now: T } {
  let now = $state.raw<T>(untrack(source));
  let newest = untrack(() => now);
  let waits = false;
  let gone = false;
  $effect.pre(() => {
    newest = source();
    if (waits || untrack(() => now) === newest) return;
    waits = true;
    void painted().then(() => {
      waits = false;
      if (!gone) now = newest;
    });
  });
  $effect.pre(() => () => (gone = true));
  return {
    get now() {
      return now;
    },
  };
}
