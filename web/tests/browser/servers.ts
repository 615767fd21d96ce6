// The programs that serve the page to a test: plain files, or a server with its matches.
import { expect } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Ends a program and waits until it has gone, so that the next one finds its port and its files free.
export type Stop = () => Promise<void>;

async function answering(address: string, command: string, args: string[]): Promise<Stop> {
  const server = spawn(command, args, { stdio: 'inherit' });
  const stop = async () => {
    if (server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await gone;
  };
  const answers = () =>
    fetch(address).then(
      (response) => response.ok,
      () => false,
    );
  try {
    await expect.poll(answers, { timeout: 30_000 }).toBe(true);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

// The built page as plain files, those of `dist` or of another folder.
export function serveFiles(port: number, ...folder: string[]): Promise<Stop> {
  const script = join(import.meta.dirname, 'serve.mjs');
  return answering(`http://localhost:${port}/`, process.execPath, [script, String(port), ...folder]);
}

// A server with the page in `web` and no match yet.
export async function serveMatches(program: string, port: number, web: string): Promise<Stop> {
  const folder = mkdtempSync(join(tmpdir(), 'remise-web-'));
  const where = ['--port', String(port), '--db', join(folder, 'test.db'), '--web', web];
  const args = ['serve', ...where, '--rate-limit', '1000', '--log', 'error'];
  const stop = await answering(`http://127.0.0.1:${port}/health`, program, args);
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
