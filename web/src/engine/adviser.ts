// The engine's opinion of a position on an engine of its own: better with every round of thought, and gone at once when nobody asks any
// more.
import { Engine, WorkerTransport, type Hinted, type Weighed } from './engine';
import type { Outcome } from '../table/contract';

const engineUrl = () => new URL('./engine.wasm', document.baseURI).href;
export const thoughts = [200, 1000, 5000, 20_000, 60_000]; // nodes, one round after the other
const weighing = 4000;

export class TooLong extends Error {}

// An engine for one task; it ends with it, or when `signal` says so, or after so many milliseconds.
export async function apart<T>(
  work: (engine: Engine) => Promise<T>,
  { signal, most }: { signal?: AbortSignal; most?: number } = {},
): Promise<T> {
  const transport = new WorkerTransport(engineUrl());
  const close = () => transport.close();
  signal?.addEventListener('abort', close);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    if (most !== undefined) timer = setTimeout(() => reject(new TooLong()), most);
  });
  try {
    return await Promise.race([work(new Engine(transport)), late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
    close();
  }
}

export interface Advice {
  seat: number;
  nodes: number;
  moves: Hinted[];
  last: boolean; // no more thought follows
}

// Tells what it thinks after every round; ends by itself, or when `signal` says so.
export async function advise(
  file: object,
  level: string,
  told: (advice: Advice) => void,
  signal: AbortSignal,
): Promise<void> {
  await apart(
    async (engine) => {
      const match = await engine.load(file);
      const [seat] = (await engine.state(match)).to_act;
      if (seat === undefined) return told({ seat: -1, nodes: 0, moves: [], last: true });
      for (const [i, nodes] of thoughts.entries()) {
        const moves = await engine.hint(match, seat, level, 'explore', nodes);
        if (signal.aborted) return;
        const last = i === thoughts.length - 1 || moves.length <= 1;
        told({ seat, nodes, moves, last });
        if (last) return;
      }
    },
    { signal },
  ).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

// A position to compare with another: what would be if the match ended here, and what is expected of it.
export interface Judged {
  standing: Outcome | null;
  weighed: Weighed | null;
  over: boolean;
}
export function judge(files: object[], level: string, signal: AbortSignal): Promise<Judged[]> {
  return apart(
    async (engine) => {
      const all: Judged[] = [];
      for (const file of files) {
        const match = await engine.load(file);
        const { to_act, outcome } = await engine.state(match);
        const [seat] = to_act;
        all.push({
          standing: outcome ?? (await engine.standing(match)),
          weighed: seat === undefined ? null : await engine.weigh(match, seat, level, 'compare', weighing),
          over: outcome !== null,
        });
        await engine.drop(match);
      }
      return all;
    },
    { signal },
  );
}
