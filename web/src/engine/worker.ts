// The engine off the page's own thread, so that no search makes the board stutter.
import { loadEngine, type Call } from './wasi';

interface Request {
  id: number;
  request: string;
}

let engine: Promise<Call> | null = null;

self.onmessage = async (event: MessageEvent<Request | { url: string }>) => {
  const data = event.data;
  if ('url' in data) {
    engine = loadEngine(fetch(data.url));
    engine.catch(() => undefined);
    return;
  }
  try {
    if (!engine) throw new Error('no engine');
    self.postMessage({ id: data.id, answer: (await engine)(data.request) });
  } catch (error) {
    self.postMessage({ id: data.id, failure: String(error) });
  }
};
