import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { later } from '../../src/ui/later.svelte';
import { painted } from '../../src/ui/time';

describe('later', () => {
  it('follows after the frame, and leaves out what was overtaken', async () => {
    let n = $state(0);
    const seen: number[] = [];
    const stop = $effect.root(() => {
      const calm = later(() => n);
      $effect(() => void seen.push(calm.now));
    });
    flushSync();
    n = 1;
    flushSync();
    n = 2;
    flushSync();
    expect(seen).toEqual([0]); // what was clicked is drawn first
    await painted();
    await painted();
    flushSync();
    expect(seen).toEqual([0, 2]);
    n = 3;
    flushSync();
    stop();
    await painted();
    await painted();
    expect(seen).toEqual([0, 2]);
  });
});
