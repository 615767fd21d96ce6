// figures.mjs: the figures of bench/results.md, section "Web client". Needs web/dist; prints Markdown rows. All animations are on.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { confirmed } from './clicks.mjs';
import { latePositions } from './late.mjs';

const dist = join(import.meta.dirname, '../../dist');
const files = spawn(process.execPath, [join(import.meta.dirname, 'serve.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const site = await new Promise((resolve) => files.stdout.once('data', (text) => resolve(String(text).trim()))); // a free port
const row = (name, value) => console.log(`| ${name} | ${value} |`);
const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)];
const load = () => `load ${loadavg()[0].toFixed(1)}`;

try {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => {
    localStorage.setItem('remise.settings', JSON.stringify({ botPause: 100, language: 'en', motion: 'system' }));
    globalThis.longTasks = []; // work of the main thread that held it for more than 50 ms
    new PerformanceObserver((list) =>
      globalThis.longTasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({ type: 'longtask' });
  });

  // Sizes: what the start page loads before the engine, compressed.
  const loaded = new Set();
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
  await page.goto(site);
  await page.locator('article').nth(1).locator('svg.map').first().waitFor({ state: 'attached' });
  const packed = (path, pack = (bytes) => gzipSync(bytes, { level: 9 })) => {
    const bytes = readFileSync(join(dist, path));
    return /\.(woff2|png)$/.test(path) ? bytes.length : pack(bytes).length;
  };
  const present = new Set(readdirSync(dist, { recursive: true }).map((name) => `/${name}`));
  const initial = [...loaded]
    .map((path) => (path === '/' ? '/index.html' : path))
    .filter((path) => present.has(path) && path !== '/engine.wasm' && path !== '/sw.js' && !path.includes('icon'));
  row(
    'initial page, compressed, without the engine',
    `${kib(initial.reduce((sum, path) => sum + packed(path), 0))} gzip, ${kib(initial.reduce((sum, path) => sum + packed(path, brotliCompressSync), 0))} brotli (${initial.length} files, fonts included)`,
  );
  row(
    'engine.wasm, compressed',
    `${kib(packed('engine.wasm'))} gzip, ${kib(packed('engine.wasm', brotliCompressSync))} brotli`,
  );
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  row('first contentful paint', `${paint.toFixed(0)} ms`);

  // Processor time of the page's main thread, which a busy machine does not blow up.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find((entry) => entry.name === 'TaskDuration')?.value ?? 0;

  // Reaction: from the click that confirms a move to the drawn result, which is when the frame that shows it has been painted.
  const length = () => page.evaluate(() => Number(document.querySelector('[data-moves]')?.getAttribute('data-moves')));
  const longTasks = () => page.evaluate(() => globalThis.longTasks.splice(0));
  const reaction = async (card, name) => {
    await page.goto(site);
    await page.locator('article').nth(card).getByRole('button', { name: 'Play now' }).click();
    await page.locator('#turn-title').waitFor();
    const before = await spent();
    const from = await length();
    await longTasks();
    const times = await page.evaluate(confirmed, 100);
    row(
      `click to drawn result of a move, ${name}, p50 / p95`,
      `${at(times, 0.5)?.toFixed(0)} / ${at(times, 0.95)?.toFixed(0)} ms (${times.length} moves, ${load()})`,
    );
    const shown = (await length()) - from;
    row(
      `processor time of the main thread for each move shown, bots included, ${name}`,
      `${((((await spent()) - before) * 1000) / Math.max(1, shown)).toFixed(0)} ms (${shown} moves)`,
    );
    const long = await longTasks();
    row(
      `tasks of the main thread longer than 50 ms, ${name}`,
      `${long.length} for ${shown} moves, the longest ${Math.max(0, ...long).toFixed(0)} ms`,
    );
  };
  await reaction(1, 'Tramways');
  await reaction(0, '1840');

  // Frames per second, as the page itself is called for each, and the longest time between two.
  const frames = (ms) =>
    page.evaluate(
      (time) =>
        new Promise((resolve) => {
          const gaps = [];
          const start = performance.now();
          let last = start;
          const tick = (now) => {
            gaps.push(now - last);
            last = now;
            if (now - start < time) requestAnimationFrame(tick);
            else resolve({ fps: (gaps.length * 1000) / (now - start), longest: Math.max(...gaps) });
          };
          requestAnimationFrame(tick);
        }),
      ms,
    );
  const fps = ({ fps, longest }) => `${fps.toFixed(0)} (longest frame ${longest.toFixed(0)} ms, ${load()})`;

  // Panning: frames per second and processor time while the board is dragged.
  const pan = async (which) => {
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.getByRole('button', { name: 'Larger' }).click();
    const box = await page.locator('svg.map').first().boundingBox();
    if (!box) throw new Error('no map');
    const counting = frames(2000);
    await page.mouse.move(box.x + 400, box.y + 300);
    const still = await spent();
    await page.mouse.down();
    for (let i = 0; i < 60; ++i) {
      await page.mouse.move(box.x + 400 - i * 4, box.y + 300 - i * 2);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
    row(
      `processor time of the main thread for each step of panning, ${which}`,
      `${((((await spent()) - still) * 1000) / 60).toFixed(1)} ms`,
    );
    row(`frames per second while panning the map, ${which}`, fps(await counting));
  };
  await pan('early, four players');

  // A late match of six, played by the engine: what one more move costs to show, and panning over a full map.
  const [late] = await latePositions('1840');
  await page.goto(site);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.json', mimeType: 'application/json', buffer: late.file });
  await page.locator('#turn-title').waitFor();
  await page.waitForTimeout(1500);
  // What moved since the last decision, once more on the board: markers, tiles, routes that grow, sums that rise.
  const replay = page.getByRole('button', { name: /^Replay \d+ move/ });
  await replay.waitFor();
  const count = Number(/\d+/.exec(await replay.innerText())?.[0]);
  const idle = await spent();
  await longTasks();
  await replay.click();
  const moving = await frames(Math.min(12000, 600 * count) - 300);
  row(`frames per second while ${count} moves are shown on the board, late, six players`, fps(moving));
  const held = await longTasks();
  row(
    'processor time of the main thread for each move that moves, late, six players',
    `${((((await spent()) - idle) * 1000) / count).toFixed(0)} ms; ${held.length} tasks longer than 50 ms, the longest ${Math.max(0, ...held).toFixed(0)} ms`,
  );
  await replay.waitFor();
  const steps = 60;
  const cost = await spent();
  for (let i = 1; i <= steps; ++i) {
    await page.keyboard.press(',');
    await page.waitForFunction(
      (n) => Number(document.querySelector('[data-looking]')?.getAttribute('data-looking')) === n,
      late.n - i,
    );
  }
  row(
    'processor time of the main thread for each position shown, late, six players',
    `${((((await spent()) - cost) * 1000) / steps).toFixed(0)} ms (${steps} positions, move ${late.n} back)`,
  );
  await page.keyboard.press('End');
  await pan('late, six players');
  await browser.close();
} finally {
  files.kill();
}
