// compare.mjs OLD NEW..: built pages beside each other in one run, by turns, since the machine is never quiet: what a confirmed move, a
// replayed move and a step of panning cost in late matches of both games. Prints Markdown rows; needs only the built folders.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { confirmed } from './clicks.mjs';
import { latePositions } from './late.mjs';

const folders = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS ?? 3);
const each = Number(process.env.MOVES ?? 12);
const only = process.env.ONLY; // a game
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN;
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);

const names = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
const servers = [];
const serve = (folder) =>
  new Promise((resolve) => {
    const files = spawn(process.execPath, [join(import.meta.dirname, 'serve.mjs'), '0', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    servers.push(files);
    files.stdout.once('data', (text) => resolve(String(text).trim()));
  });

// Frames the page was called for, until the promise is done.
const counted = (page) =>
  page.evaluate(() => {
    const seen = (globalThis.seen = { gaps: [], on: true });
    let last = performance.now();
    const tick = (now) => {
      seen.gaps.push(now - last);
      last = now;
      if (seen.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
const gaps = (page) =>
  page.evaluate(() => {
    globalThis.seen.on = false;
    return globalThis.seen.gaps.slice(1);
  });

async function look(browser, site, file, game, into) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return names.map((name) => 1000 * (metrics.find((entry) => entry.name === name)?.value ?? 0));
  };
  const add = (name, value) => (into[name] ??= []).push(value);
  let before = [];
  await page.exposeFunction('around', async (begins) => {
    const now = await spent();
    if (begins) before = now;
    else names.forEach((name, i) => add(`move ${name}`, now[i] - before[i]));
  });
  await page.addInitScript(() =>
    localStorage.setItem('remise.settings', JSON.stringify({ botPause: 100, language: 'en', motion: 'system' })),
  );
  await page.goto(site);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.json', mimeType: 'application/json', buffer: file });
  await page.locator('#turn-title').waitFor();
  await page.waitForTimeout(1500);
  const replay = page.getByRole('button', { name: /^Replay \d+ move/ });
  if (await replay.count()) {
    const count = Number(/\d+/.exec(await replay.innerText())?.[0]);
    const from = await spent();
    await counted(page);
    await replay.click();
    await page.waitForTimeout(Math.min(12000, 600 * count) - 300);
    const found = await gaps(page);
    add('replay frames/s', 1000 / mean(found));
    add('replay longest frame', Math.max(...found));
    const to = await spent();
    names.forEach((name, i) => add(`replay ${name}`, (to[i] - from[i]) / count));
    await page.keyboard.press('Escape');
  }
  const map = page.getByRole('button', { name: 'Map', exact: true });
  if (await map.count()) await map.click();
  await page.getByRole('button', { name: 'Larger' }).click();
  const box = await page.locator('.board').boundingBox();
  await page.mouse.move(box.x + 300, box.y + 300);
  await counted(page);
  const from = await spent();
  await page.mouse.down();
  for (let i = 0; i < 60; ++i) {
    await page.mouse.move(box.x + 300 - i * 2, box.y + 300 - i);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  const to = await spent();
  const found = await gaps(page);
  add('pan frames/s', 1000 / mean(found));
  names.forEach((name, i) => add(`pan ${name}`, (to[i] - from[i]) / 60));
  (into['move click to drawn'] ??= []).push(...(await page.evaluate(confirmed, each)));
  await page.close();
}

try {
  const sites = await Promise.all(folders.map(serve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  for (const { file, ...want } of await latePositions(only)) {
    const all = folders.map(() => ({}));
    for (let round = 0; round < rounds; ++round)
      for (const [i, site] of sites.entries()) await look(browser, site, file, want.game, all[i]);
    console.log(`\n${want.game}, late, ${want.players} players, load ${loadavg()[0].toFixed(1)}: mean / p50 / p95`);
    for (const name of Object.keys(all[0]).sort())
      console.log(
        `| ${name} | ${all.map((into) => `${mean(into[name]).toFixed(1)} / ${at(into[name], 0.5).toFixed(1)} / ${at(into[name], 0.95).toFixed(1)} (${into[name].length})`).join(' | ')} |`,
      );
  }
  await browser.close();
} finally {
  for (const server of servers) server.kill();
}
