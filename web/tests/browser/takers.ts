// Who takes what a server sends: a program that is not ours (tests/server/deliver.py) writes each message into a folder.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Taken {
  path: string;
  headers: Record<string, string>;
  body: string;
}
export class Taker {
  readonly folder = mkdtempSync(join(tmpdir(), 'remise-taken-'));
  port = 0;
  private process: ChildProcess | undefined;
  async start(mode: 'http' | 'smtp' | 'smtps'): Promise<this> {
    this.process = spawn(
      '/usr/bin/python3',
      [join(import.meta.dirname, '../../../tests/server/deliver.py'), mode, this.folder],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    this.port = await new Promise((resolve, reject) => {
      this.process?.stdout?.once('data', (text: Buffer) => resolve(Number(text.toString().trim())));
      this.process?.once('exit', () => reject(new Error('the taker ended')));
    });
    return this;
  }
  files(ending: string): string[] {
    const names = readdirSync(this.folder).filter((name) => name.endsWith(ending));
    names.sort((a, b) => parseInt(a) - parseInt(b));
    return names.map((name) => readFileSync(join(this.folder, name), 'utf8'));
  }
  posts = (): Taken[] => this.files('.json').map((text) => JSON.parse(text) as Taken);
  stop(): void {
    this.process?.stdin?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
