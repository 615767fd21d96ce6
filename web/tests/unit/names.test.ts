import { describe, expect, it } from 'vitest';
import { botSeats } from '../../src/app/matches';
import { seatNames } from '../../src/table/names';
import { clipped, mostName } from '../../src/ui/bytes';

describe('names', () => {
  it('no bot has the name of a person, and none is nameless', () => {
    const bots = botSeats(['easy', 'easy', 'hard', 'easy', 'expert'], ['poldi', 'Mizzi ']).map((seat) => seat.name);
    expect(new Set(bots).size).toBe(5);
    expect(bots).not.toContain('Poldi');
    expect(bots).not.toContain('Mizzi');
    const names = seatNames([
      { kind: 'human', name: 'Resi' },
      { kind: 'bot', name: '' },
      { kind: 'bot', name: '' },
      { kind: 'empty', name: '' },
    ]);
    expect(names).toEqual(['Resi', 'Poldi', 'Ferdl', '#4']);
  });

  it('a name is never longer than the server takes, and never half a sign', () => {
    expect(clipped('x'.repeat(40), mostName)).toBe('x'.repeat(32));
    expect(clipped('ж'.repeat(40), mostName)).toBe('ж'.repeat(16));
    expect(clipped('👩‍👩‍👧👩‍👩‍👧', mostName)).toBe('👩‍👩‍👧');
    expect(clipped('Mia', mostName)).toBe('Mia');
  });
});
