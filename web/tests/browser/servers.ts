// The programs that serve the page to a test: plain files, or a server with its matches. Each takes a free port and says which, so
// that any number of runs go on beside each other and none talks to a stranger's server.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Served {
  site: string; // address of the start page
  stop: () => Promise<void>; // ends the program and waits until it has gone; throws where it had gone before
  kill?: () => Promise<void>; // at once, in the middle of whatever it does
}

export async function served(command: string, args: string[]): Promise<Served> {
  const server = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`));
  });
  let stopped = false;
  const address = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${command} does not say where it listens`)), 30_000);
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /http:\/\/\S+/.exec(line);
      if (!found) return;
      clearTimeout(late);
      resolve(found[0]);
    });
    void gone.then((how) => {
      clearTimeout(late);
      reject(new Error(`${command}: ${how}`));
    });
  });
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    const early = server.exitCode !== null || server.signalCode !== null;
    server.kill();
    const how = await gone;
    if (early) throw new Error(`${command} did not live as long as its test: ${how}`);
  };
  const kill = async () => {
    stopped = true;
    server.kill('SIGKILL');
    await gone;
  };
  try {
    return { site: await address, stop, kill };
  } catch (error) {
    server.kill();
    throw error;
  }
}

// One that is free now, for a server that must know its own address before it starts.
export async function freePort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return port;
}

// The built page as plain files, those of `dist` or of another folder.
export function serveFiles(...folder: string[]): Promise<Served> {
  return served(process.execPath, [join(import.meta.dirname, 'serve.mjs'), '0', ...folder]);
}

// A server with the page in `web` and no match yet.
export async function serveMatches(program: string, web: string, ...more: string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'remise-web-'));
  const port = more.includes('--port') ? [] : ['--port', '0'];
  const where = [...port, '--db', join(folder, 'test.db'), '--web', web];
  const { site, stop } = await served(program, ['serve', ...where, '--rate-limit', '1000', '--log', 'error', ...more]);
  return {
    site,
    stop: () => stop().finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}
