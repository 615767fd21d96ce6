// A match file opened in the page, and what the page then played of it.
import { expect, type Page } from '@playwright/test';
import type { Action } from '../../src/table/contract';

export async function openFile(page: Page, site: string, file: object): Promise<void> {
  await page.goto(`${site}#/`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'match.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  });
  await expect(page.locator('#turn-title, [data-over]').first()).toBeVisible({ timeout: 60_000 });
}

// People at one device are covered from each other.
export async function uncovered(page: Page): Promise<void> {
  const cover = page.locator('[data-offer=hand_over]');
  if (await cover.count()) await cover.click();
}

// The nth move of the newest match, from what this device keeps.
export async function played(page: Page, n: number): Promise<Action> {
  const read = () =>
    page.evaluate(
      () =>
        new Promise<Action[]>((resolve, reject) => {
          const request = indexedDB.open('remise', 1);
          request.onerror = () => reject(new Error('no database'));
          request.onsuccess = () => {
            const all = request.result.transaction('matches').objectStore('matches').getAll();
            all.onsuccess = () => {
              request.result.close();
              const kept = all.result as { updated: number; file: { actions: { action: Action }[] } }[];
              const [newest] = kept.sort((a, b) => b.updated - a.updated);
              resolve((newest?.file.actions ?? []).map(({ action }) => action));
            };
          };
        }),
    );
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(n);
  return (await read())[n - 1] as Action;
}
