// The review of a finished match on the page: progress, moments on the board, keys, stopping; and the same figures as natively.
import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEngine } from '../../src/engine/wasi';
import { expectAccessible, shoot } from './axe';
import { openFile } from './matches';
import { settings } from './player';
import { findPositions } from './positions';
import { serveMatches, type Served } from './servers';

const program = process.env.REMISE_SERVER ?? '';
let served: Served | undefined;
let site = '';
test.beforeAll(async () => {
  served = await serveMatches(program, join(import.meta.dirname, '../../dist'));
  site = served.site;
});
test.afterAll(() => served?.stop());
const mine = { botPause: 0, language: 'en', motion: 'reduced', theme: 'light', name: 'Mia' };
const long = () => test.info().project.name === 'long';

interface MatchFile {
  actions: unknown[];
}
// A match to its end, or its first moves.
async function played(game: string, moves = Infinity): Promise<MatchFile> {
  const [found] = await findPositions({ game, players: 3, level: 'easy', seed: 'review' }, [
    { name: game, when: (view, n) => n >= moves || view.outcome !== null },
  ]);
  return found?.file as MatchFile;
}

// Tramways, since its matches are shorter; the long run takes both.
for (const [tag, game] of [
  ['', 'tramways'],
  ['@long ', '1840'],
] as const)
  test(`${tag}a review of ${game}: progress, a moment on the board, keys, stop and again`, async ({ page }) => {
    test.setTimeout(240_000);
    await settings(page, mine);
    await openFile(page, site, await played(game));
    await page.getByRole('button', { name: 'Review' }).first().click();
    const drawer = page.locator('[data-review]');
    await expect(drawer.locator('[data-progress]')).toContainText(/[1-9]\d* of \d+ moves judged/, { timeout: 60_000 });
    await drawer.getByRole('button', { name: 'Stop the review' }).click();
    await expect(drawer.getByRole('alert')).toHaveText('The review was stopped.');
    await drawer.getByRole('button', { name: 'Review again' }).click();
    await expect(drawer.getByRole('heading', { name: 'Luck and skill' })).toBeVisible({ timeout: 200_000 });
    await page.keyboard.press(']');
    const chosen = drawer.locator('[data-moment][aria-current]');
    await expect(chosen).toHaveCount(1);
    const first = await chosen.getAttribute('data-moment');
    await page.keyboard.press(']');
    await expect(chosen).not.toHaveAttribute('data-moment', first ?? '');
    await page.keyboard.press('[');
    await expect(chosen).toHaveAttribute('data-moment', first ?? '');
    await expectAccessible(page, 'review');
    await shoot(page, `review-${game}`);
    await drawer.getByRole('button', { name: 'Play it from here' }).click();
    await expect(page.locator('#turn-title').first()).toBeVisible({ timeout: 30_000 });
  });

for (const game of ['1840', 'tramways'])
  test(`the module reviews ${game} as the program does`, async () => {
    test.setTimeout(120_000);
    const file = await played(game, long() ? 200 : 40);
    const folder = mkdtempSync(join(tmpdir(), 'remise-review-'));
    try {
      const path = join(folder, 'match.json');
      writeFileSync(path, JSON.stringify(file));
      const native = JSON.parse(
        execFileSync(program, ['review', path, '--budget', '300', '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 }),
      ) as object;
      const call = await loadEngine(readFileSync(join(import.meta.dirname, '../../public/engine.wasm')));
      const ask = <T>(request: object): T => (JSON.parse(call(JSON.stringify(request))) as { ok: T }).ok;
      const match = ask<number>({ op: 'load', file });
      const judged = file.actions.map((_, n) => ask<unknown>({ op: 'judge', match, n, nodes: 300 }));
      expect(ask<object>({ op: 'review', match, judged, nodes: 300 })).toEqual(native);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
