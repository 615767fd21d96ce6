// goals.mjs [FOLDER]: the goals of the page, each measured and judged: reaction with all animations on, frames while pieces move, and the size of
// the first load. Late matches of both games, one person against bots. Prints Markdown rows and ends with 1 where a goal is missed.
// Times of the clock are true on a quiet machine alone; processor time of the main thread is printed beside them and hardly depends on the load.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { confirmed } from './clicks.mjs';
import { latePositions, open, reopen } from './late.mjs';
import { categories, clicksOf, spentOn } from './trace.mjs';

const dist = process.argv[2] ?? join(import.meta.dirname, '../../dist');
const moves = Number(process.env.MOVES ?? 40);
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN;
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);
let missed = 0;
function row(name, value, unit, most, note = '') {
  const judged = most === null ? '' : (typeof most === 'function' ? most(value) : value < most) ? 'pass' : 'FAIL';
  if (judged === 'FAIL') ++missed;
  console.log(`| ${name} | ${value.toFixed(unit === 'ms' ? 1 : 0)} ${unit}${note && ` (${note})`} | ${judged} |`);
}

// The first load, as a browser that has nothing yet asks for it: compressed, without the engine.
async function size(browser, site) {
  const page = await browser.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
  const loaded = new Set();
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
  await page.goto(site);
  await page.locator('article').nth(1).locator('svg.map').first().waitFor({ state: 'attached' });
  const bytes = [...loaded]
    .map((path) => join(dist, path === '/' ? 'index.html' : path))
    .filter((path) => existsSync(path) && !/engine\.wasm|sw\.js|icon/.test(path))
    .map((path) => (path.endsWith('.woff2') ? readFileSync(path) : gzipSync(readFileSync(path), { level: 9 })).length);
  row('first load, gzip', bytes.reduce((sum, x) => sum + x, 0) / 1024, 'KiB', 220);
  await page.close();
}

async function reaction(browser, page, game) {
  const times = [];
  // A late match is soon over: it is begun again until enough was clicked.
  async function clicked(most) {
    const all = [];
    for (let tries = 0; all.length < most && tries < 12; ++tries) {
      if (times.length) await reopen(page);
      const taken = await page.evaluate(confirmed, most - all.length);
      all.push(...taken);
      times.push(...taken);
    }
    return all;
  }
  const [first, ...rest] = await clicked(1 + moves);
  const what = `${rest.length} moves, load ${loadavg()[0].toFixed(1)}`;
  row(`${game}: click to drawn, p95`, at(rest, 0.95), 'ms', 50, `p50 ${at(rest, 0.5).toFixed(0)}, ${what}`);
  row(`${game}: first click after loading, code still cold`, first, 'ms', null);
  await browser.startTracing(page, { categories });
  await clicked(moves);
  const cost = clicksOf(await browser.stopTracing()).map(spentOn);
  row(`${game}: processor time of a click until drawn, p95`, at(cost, 0.95), 'ms', 35, `mean ${mean(cost).toFixed(1)}`);
}

async function frames(page, game, spent) {
  const replay = page.getByRole('button', { name: /^Replay \d+ move/ });
  await replay.waitFor();
  const count = Number(/\d+/.exec(await replay.innerText())?.[0]);
  const time = Math.min(12_000, 600 * count) - 300;
  const before = await spent();
  await replay.click();
  const gaps = await page.evaluate(
    (most) =>
      new Promise((resolve) => {
        const seen = [];
        const start = performance.now();
        let last = start;
        const tick = (now) => {
          seen.push(now - last);
          last = now;
          if (now - start < most) requestAnimationFrame(tick);
          else resolve(seen.slice(1));
        };
        requestAnimationFrame(tick);
      }),
    time,
  );
  const rate = 1000 / mean(gaps);
  row(
    `${game}: frames/s while ${count} moves are shown`,
    rate,
    '',
    (value) => value >= 58,
    `longest ${Math.max(...gaps).toFixed(0)} ms, load ${loadavg()[0].toFixed(1)}`,
  );
  row(`${game}: main thread while they are shown, of all time`, ((await spent()) - before) / (time / 100), '%', null);
  await page.keyboard.press('Escape');
}

const files = spawn(process.execPath, [join(import.meta.dirname, 'serve.mjs'), '0', dist], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const site = await new Promise((resolve) => files.stdout.once('data', (text) => resolve(String(text).trim())));
  const late = await latePositions(process.env.ONLY);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  await size(browser, site);
  for (const { game, file } of late) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000); // a busy machine is slow to begin
    await page.addInitScript(() =>
      localStorage.setItem('remise.settings', JSON.stringify({ botPause: 100, language: 'en', motion: 'system' })),
    );
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return 1000 * (metrics.find((entry) => entry.name === 'TaskDuration')?.value ?? 0);
    };
    await open(page, site, file);
    await frames(page, game, spent);
    await reaction(browser, page, game);
    await page.close();
  }
  await browser.close();
} finally {
  files.kill();
}
process.exitCode = missed ? 1 : 0;
