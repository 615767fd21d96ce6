// The match move by move as a film, made in the browser: pictures of the engine on a canvas, recorded as they are drawn.
import { apart } from '../engine/adviser';
import type { TableModel } from '../table/model.svelte';
import type { Exploration } from './file';
import { canvas, paint, pictureTitle, sentenceOf } from './picture';

const kinds = [
  ['video/webm;codecs=vp9', 'webm'],
  ['video/webm', 'webm'],
  ['video/mp4', 'mp4'],
] as const;
const mostFrames = 150; // of a long match so many positions, evenly
const frameTime = 120; // milliseconds each is shown
const lastTime = 1500;

// What this browser can record; nothing where it cannot.
export function filmKind(): (typeof kinds)[number] | null {
  if (typeof MediaRecorder === 'undefined' || typeof HTMLCanvasElement.prototype.captureStream !== 'function')
    return null;
  return kinds.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? null;
}

// Which positions are shown: all of a short match, else so many of them, always with the last.
export function framesOf(length: number): number[] {
  const count = Math.min(length + 1, mostFrames);
  return Array.from({ length: count }, (_, i) => (count === 1 ? length : Math.round((i * length) / (count - 1))));
}

export async function makeFilm(
  model: TableModel,
  file: Exploration,
  dark: boolean,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<{ blob: Blob; end: string } | null> {
  const kind = filmKind();
  if (!kind) return null;
  const { element, brush } = canvas();
  const recorder = new MediaRecorder(element.captureStream(30), { mimeType: kind[0], videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
  await apart(
    async (engine) => {
      const match = await engine.load(file.match);
      const { n: length } = await engine.state(match);
      const frames = framesOf(length);
      for (const [i, n] of frames.entries()) {
        if (signal.aborted) break;
        const svg = await engine.picture(match, n, dark, pictureTitle(model, n), sentenceOf(model, n));
        if (svg) await paint(brush, svg);
        if (i === 0) recorder.start();
        progress((i + 1) / frames.length);
        await wait(i === frames.length - 1 ? lastTime : frameTime);
      }
    },
    { signal },
  ).finally(() => {
    if (recorder.state !== 'inactive') recorder.stop();
  });
  await stopped;
  return signal.aborted ? null : { blob: new Blob(parts, { type: kind[0] }), end: kind[1] };
}
