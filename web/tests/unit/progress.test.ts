// How far one has come: kept on the device, whatever somebody wrote there, and one with the account.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Unreachable } from '../../src/app/api';
import { merged, progressOf, readProgress, setProgress, share } from '../../src/learn/progress.svelte';

describe('progress', () => {
  beforeEach(() => vi.restoreAllMocks());

  it('reads only what has the right form', () => {
    expect(
      readProgress({ 'g/a': { step: 2, done: true }, 'g/b': { step: -1 }, 'g/c': 7, 'g/d': { step: 'x' } }),
    ).toEqual({
      'g/a': { step: 2, done: true },
    });
    for (const nonsense of [null, 3, 'x', [], undefined]) expect(readProgress(nonsense)).toEqual({});
  });
  it('of two devices is what was reached on either', () => {
    expect(merged({ a: { step: 1, done: true } }, { a: { step: 3, done: false }, b: { step: 0, done: true } })).toEqual(
      {
        a: { step: 3, done: true },
        b: { step: 0, done: true },
      },
    );
  });
  it('is kept on the device, and goes to the account once a chapter is done', async () => {
    vi.spyOn(api, 'me').mockResolvedValue({ account: { name: 'mia' } as never, player: true, preferences: { x: 1 } });
    const put = vi.spyOn(api, 'setPreferences').mockResolvedValue(undefined);
    setProgress('g', 'first', { step: 1, done: false });
    expect(progressOf('g', 'first')).toEqual({ step: 1, done: false });
    expect(JSON.parse(localStorage.getItem('remise.learn') ?? '')).toHaveProperty(['g/first']);
    expect(put).not.toHaveBeenCalled();
    setProgress('g', 'first', { step: 0, done: true });
    await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
    expect(put.mock.calls[0]?.[0]).toMatchObject({ x: 1, learn: { 'g/first': { step: 0, done: true } } });
  });
  it('lives without a server and without an account', async () => {
    vi.spyOn(api, 'me').mockRejectedValue(new Unreachable());
    await expect(share()).resolves.toBeUndefined();
    const put = vi.spyOn(api, 'setPreferences').mockResolvedValue(undefined);
    vi.spyOn(api, 'me').mockResolvedValue({ account: null, player: false, preferences: {} });
    await share();
    expect(put).not.toHaveBeenCalled();
  });
  it('takes what the account knows', async () => {
    vi.spyOn(api, 'me').mockResolvedValue({
      account: { name: 'mia' } as never,
      player: true,
      preferences: { learn: { 'g/other': { step: 0, done: true } } },
    });
    vi.spyOn(api, 'setPreferences').mockResolvedValue(undefined);
    await share();
    expect(progressOf('g', 'other').done).toBe(true);
  });
});
