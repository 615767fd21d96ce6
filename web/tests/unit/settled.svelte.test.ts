import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { settled } from '../../src/ui/settled.svelte';

it('is heard of only when it says something else', () => {
  let source = $state.raw([{ hex: 'A1' }]);
  const heard: string[] = [];
  const stop = $effect.root(() => {
    const value = settled(() => source);
    $effect(() => {
      heard.push(value.now.map(({ hex }) => hex).join());
    });
  });
  flushSync();
  source = [{ hex: 'A1' }];
  flushSync();
  expect(heard).toEqual(['A1']);
  source = [{ hex: 'A1' }, { hex: 'B2' }];
  flushSync();
  expect(heard).toEqual(['A1', 'A1,B2']);
  stop();
});
