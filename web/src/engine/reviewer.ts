// A review on engines of its own, so that the page and its table go on as they are: the moves are shared out among them.
import { Engine, WorkerTransport } from './engine';
import type { ReviewFile } from '../table/review';

const engineUrl = () => new URL('./engine.wasm', document.baseURI).href;
export const reviewWorkers = () => Math.max(1, Math.min(2, navigator.hardwareConcurrency || 2));

export class Stopped extends Error {}

interface Hand {
  transport: WorkerTransport;
  engine: Engine;
  match: number;
}

// Judges every move of a match file; `progress` is told how many are done. Rejects with Stopped once `signal` says so.
export async function reviewMatch(
  file: object,
  names: string[],
  progress: (done: number, of: number) => void,
  signal: AbortSignal,
  nodes?: number,
): Promise<ReviewFile> {
  const hands: Hand[] = [];
  const end = () => hands.forEach(({ transport }) => transport.close());
  const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Stopped())));
  stopped.catch(() => undefined);
  try {
    for (let i = 0; i < reviewWorkers(); ++i) {
      const transport = new WorkerTransport(engineUrl());
      hands.push({ transport, engine: new Engine(transport), match: 0 });
    }
    return await Promise.race([stopped, work(hands, file, names, progress, nodes)]);
  } finally {
    end();
  }
}

async function work(
  hands: Hand[],
  file: object,
  names: string[],
  progress: (done: number, of: number) => void,
  nodes?: number,
): Promise<ReviewFile> {
  await Promise.all(hands.map(async (hand) => (hand.match = await hand.engine.load(file))));
  const [first] = hands;
  if (!first) throw new Error('no engine');
  const { n: moves } = await first.engine.state(first.match);
  const judged: unknown[] = Array.from({ length: moves }, () => null);
  let next = 0;
  let done = 0;
  progress(0, moves);
  await Promise.all(
    hands.map(async ({ engine, match }) => {
      for (let n = next++; n < moves; n = next++) {
        judged[n] = await engine.judge(match, n, nodes);
        progress(++done, moves);
      }
    }),
  );
  return first.engine.review(first.match, judged, names, nodes);
}
