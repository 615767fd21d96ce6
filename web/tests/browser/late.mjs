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
