// Late matches with as many players as there can be, for what measures the page: found once by the engine, kept beside other temporary files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

const wanted = [
  { game: '1840', players: 6, when: (view) => view.state.step === 'build' && view.state.round.id === 'LR5b' },
  { game: 'tramways', players: 5, when: (view) => view.state.phase === 'act1' && view.state.round >= 5 },
];

async function found({ game, players, when }) {
  const path = join(tmpdir(), `remise-late-${game}.json`);
  if (!existsSync(path)) {
    const vite = await createServer({
      root: join(import.meta.dirname, '../..'),
      configFile: false,
      server: { middlewareMode: true },
      appType: 'custom',
      logLevel: 'error',
    });
    const { findPositions } = await vite.ssrLoadModule('/tests/browser/positions.ts');
    await vite.close();
    const [late] = await findPositions({ game, players, level: 'easy', seed: 'late' }, [{ name: 'late', when }]);
    writeFileSync(path, JSON.stringify(late.file));
  }
  return { game, players, file: readFileSync(path) };
}

export async function latePositions(only) {
  const all = [];
  for (const want of wanted) if (!only || want.game === only) all.push(await found(want));
  return all;
}

// Opens a match in which the one to act is a person and all others are bots. `reopen` begins it again in the same page, whose code is warm by then.
export async function open(page, site, file) {
  await page.goto(site);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'late.json', mimeType: 'application/json', buffer: file });
  await page.locator('#turn-title').waitFor();
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('remise', 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction('matches', 'readwrite');
          const matches = transaction.objectStore('matches');
          const all = matches.getAll();
          all.onsuccess = () => {
            const match = all.result.sort((a, b) => a.created - b.created).at(-1); // the one just opened
            match.seats = match.seats.map((seat, i) =>
              i === match.toAct[0] ? seat : { ...seat, kind: 'bot', level: 'easy' },
            );
            matches.put(match);
            sessionStorage.setItem('late', JSON.stringify(match));
          };
          transaction.oncomplete = () => {
            request.result.close();
            resolve(undefined);
          };
        };
      }),
  );
  await page.reload();
  await page.locator('#turn-title').waitFor();
  await page.waitForTimeout(1500);
}

export async function reopen(page) {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        location.hash = '#/';
        const match = { ...JSON.parse(sessionStorage.getItem('late')), id: `late${Date.now()}` };
        const request = indexedDB.open('remise', 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction('matches', 'readwrite');
          transaction.objectStore('matches').put(match);
          transaction.oncomplete = () => {
            request.result.close();
            location.hash = `#/l/${match.id}`;
            resolve(undefined);
          };
        };
      }),
  );
  await page.locator('#turn-title').waitFor();
  await page.waitForTimeout(1500);
}
