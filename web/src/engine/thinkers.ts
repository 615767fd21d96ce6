// A bot's long thought on engines of its own: the table's engine stays free, and the playouts are shared out among as many workers
// as the device has cores. The move is the same with any number of them.
import { Engine, WorkerTransport } from './engine';
import type { Action } from '../table/contract';

const engineUrl = () => new URL('./engine.wasm', document.baseURI).href;
export const thinkingWorkers = () => Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));

// What is decided: a position, and who decides it how.
export interface Decision {
  file: object;
  seat: number;
  level: string;
  seed: string;
}

type Told = (part: number) => void; // how much of the thinking is done, 0 to 1

export class GaveUp extends Error {}

interface Hand {
  engine: Engine;
  close: () => void;
}
const newHand = (): Hand => {
  const transport = new WorkerTransport(engineUrl());
  return { engine: new Engine(transport), close: () => transport.close() };
};

export class Thinkers {
  private hands: Hand[] = [];

  constructor(
    private count = thinkingWorkers(),
    private make: () => Hand = newHand,
  ) {}

  async think(decision: Decision, told: Told, signal: AbortSignal): Promise<Action> {
    while (this.hands.length < this.count) this.hands.push(this.make());
    const { hands } = this;
    const matches = await Promise.all(hands.map(({ engine }) => engine.load(decision.file)));
    try {
      return await shared(hands, matches, decision, told, signal);
    } finally {
      await Promise.all(hands.map(({ engine }, i) => engine.drop(matches[i] ?? 0).catch(() => undefined)));
    }
  }

  // Ends whatever is thought; the next thought starts new engines.
  close(): void {
    for (const hand of this.hands) hand.close();
    this.hands = [];
  }
}

async function shared(
  hands: Hand[],
  matches: number[],
  { seat, level, seed }: Decision,
  told: Told,
  signal: AbortSignal,
): Promise<Action> {
  const ends: unknown[] = [];
  let spent = 0;
  for (;;) {
    const [first] = hands;
    if (!first || signal.aborted) throw new GaveUp();
    const step = await first.engine.think(matches[0] ?? 0, seat, level, seed, ends);
    if ('action' in step) return step.action;
    const { playouts, nodes } = step;
    const from = ends.length;
    let next = 0;
    // A few at a time, so that nobody waits long for the last one.
    const size = Math.max(1, Math.min(8, Math.floor(playouts.length / (4 * hands.length))));
    await Promise.all(
      hands.map(async ({ engine }, i) => {
        while (next < playouts.length && !signal.aborted) {
          const at = next;
          next += size;
          const played = await engine.playOut(matches[i] ?? 0, seat, level, seed, playouts.slice(at, at + size));
          played.forEach((end, k) => (ends[from + at + k] = end));
          spent += played.reduce((sum, end) => sum + end[4], 0);
          told(Math.min(1, spent / nodes));
        }
      }),
    );
  }
}
