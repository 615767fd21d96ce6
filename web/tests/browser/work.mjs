// work.mjs FOLDER..: what the main thread does for a click that confirms a move, by kind of work, from the browser's own trace: late matches of both
// games, one person against bots, built folders by turns. Thread time, so that a busy machine hardly matters. ONLY=GAME, MOVES and ROUNDS shorten it;
// SLOWEST=10 lists the slowest clicks of each folder with what they confirm.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { confirmed } from './clicks.mjs';
import { latePositions, open } from './late.mjs';
import { categories, clicksOf } from './trace.mjs';

const folders = process.argv.slice(2);
const rounds = Number(process.env.ROUNDS ?? 2);
const each = Number(process.env.MOVES ?? 10);
const slowest = Number(process.env.SLOWEST ?? 0);
const kinds = {
  script: ['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'FireAnimationFrame', 'EventDispatch', 'TimerFire'],
  style: ['UpdateLayoutTree'],
  layout: ['Layout'],
  'pre-paint': ['PrePaint', 'UpdateLayer'],
  paint: ['Paint', 'PaintImage'],
  layers: ['Layerize', 'UpdateLayerTree', 'Commit', 'CompositeLayers'],
  collect: ['MinorGC', 'MajorGC', 'V8.GCScavenger'],
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind])));

// Own time of each event: what it took less what the events inside it took.
function sums(events) {
  const total = {};
  const open = [];
  const close = (upTo) => {
    while (open.length && open.at(-1).ends <= upTo) {
      const { kind, own } = open.pop();
      total[kind] = (total[kind] ?? 0) + own / 1000;
    }
  };
  for (const { name, ts, dur, tdur } of events.sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    close(ts);
    if (open.length) open.at(-1).own -= tdur;
    open.push({
      kind: kindOf.get(name) ?? (open.at(-1)?.kind === 'script' ? 'script' : 'other'),
      own: tdur,
      ends: ts + dur,
    });
  }
  close(Infinity);
  return total;
}

const servers = [];
const serve = (folder) =>
  new Promise((resolve) => {
    const files = spawn(process.execPath, [join(import.meta.dirname, 'serve.mjs'), '0', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    servers.push(files);
    files.stdout.once('data', (text) => resolve(String(text).trim()));
  });

async function look(browser, site, file, into, slow) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(180_000);
  await page.addInitScript(() =>
    localStorage.setItem('remise.settings', JSON.stringify({ botPause: 100, language: 'en', motion: 'system' })),
  );
  await open(page, site, file);
  const said = [];
  await page.exposeFunction('around', (begins, what) => {
    if (!begins) said.push(what);
  });
  await browser.startTracing(page, { categories });
  await page.evaluate(confirmed, each);
  const clicks = clicksOf(await browser.stopTracing());
  await page.close();
  for (const { wall, events } of clicks) {
    const found = sums(events);
    let all = 0;
    for (const kind of [...Object.keys(kinds), 'other']) {
      (into[kind] ??= []).push(found[kind] ?? 0);
      all += found[kind] ?? 0;
    }
    (into.all ??= []).push(all);
    slow.push({ what: said[slow.length], all, wall, found });
  }
}

const mean = (list) => list.reduce((sum, x) => sum + x, 0) / Math.max(1, list.length);
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN;
try {
  const sites = await Promise.all(folders.map(serve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  for (const { game, file } of await latePositions(process.env.ONLY)) {
    const all = folders.map(() => ({}));
    const slow = folders.map(() => []);
    for (let round = 0; round < rounds; ++round)
      for (const [i, site] of sites.entries()) {
        const clicks = [];
        await look(browser, site, file, all[i], clicks);
        slow[i].push(...clicks);
      }
    console.log(`\n${game}: ms of the main thread for a click, mean / p95 (clicks)`);
    for (const kind of Object.keys(all[0]))
      console.log(
        `| ${kind} | ${all.map((into) => `${mean(into[kind]).toFixed(1)} / ${at(into[kind], 0.95).toFixed(1)} (${into[kind].length})`).join(' | ')} |`,
      );
    for (const [i, clicks] of slow.entries())
      for (const { what, all: sum, wall, found } of clicks.sort((a, b) => b.all - a.all).slice(0, slowest))
        console.log(
          `${folders[i]}: ${sum.toFixed(0)} ms (clock ${wall.toFixed(0)}) "${what}": ${Object.entries(found)
            .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
            .join(', ')}`,
        );
  }
  await browser.close();
} finally {
  for (const server of servers) server.kill();
}
