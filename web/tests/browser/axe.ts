// axe-core with all its rules on the present view: nothing serious may be found. The fast run takes one theme for each view, light for half
// of them (by name, so that it is always the same one); the long run takes both.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary?: string }[];
}

async function findings(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const axe = (globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }).axe;
    return axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations);
  });
  return found
    .filter((finding) => finding.impact === 'serious' || finding.impact === 'critical')
    .flatMap((finding) =>
      finding.nodes
        .slice(0, 4)
        .map((node) => `${finding.id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`),
    );
}

// A page of its own, as it stands.
export async function expectAccessibleIn(page: Page, where: string): Promise<void> {
  await page.evaluate(source);
  expect.soft(await findings(page), where).toEqual([]);
}

const themesFor = (where: string): string[] => {
  if (test.info().project.name === 'long') return ['light', 'dark'];
  return [[...where].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 ? 'dark' : 'light'];
};

export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(source);
  for (const theme of themesFor(where)) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    expect.soft(await findings(page), `${where}, ${theme}`).toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
}

// A view that is not wider than its screen. Long runs, and those with REMISE_SHOTS, take its picture in both themes: that takes longer than
// most of what is tested.
export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  expect
    .soft(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${name}: wider than the screen`,
    )
    .toBeLessThanOrEqual(0);
  if (test.info().project.name !== 'long' && !process.env.REMISE_SHOTS) return;
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
    await page.screenshot({ path: `test-results/shots/${name}-${theme}.png`, fullPage });
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
}
