// Something small in the address itself (docs/sharing.md): JSON, compressed, behind the version of the form. It opens anywhere, without a
// server. Whatever anybody writes there is read strictly and within bounds.
export const mostLink = 8000; // characters: what messengers and mail programs leave whole
export const mostUnpacked = 1 << 20; // bytes a link may unpack to
const mostCode = 64 * 1024; // characters that are looked at all
const version = '1';

export type LinkFault = 'broken' | 'version' | 'large';
export class BadLink extends Error {
  constructor(readonly fault: LinkFault) {
    super(fault);
  }
}

// FNV-1a: a link that lost its end in a mail, or had a letter changed, is told from a whole one.
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum;
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  // What is wrong shows at the reading end.
  void writer.write(bytes).catch(() => undefined);
  void writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new BadLink('large');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toLetters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

export async function pack(value: object): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const small = await through(plain, new CompressionStream('deflate-raw'), Infinity);
  const whole = new Uint8Array(small.length + 4);
  new DataView(whole.buffer).setUint32(0, checksum(plain));
  whole.set(small, 4);
  return `${version}.${toLetters(whole)}`;
}

export async function unpack(code: string): Promise<unknown> {
  if (code.length > mostCode) throw new BadLink('large');
  const [, form, letters] = /^(\d{1,3})\.([\w-]+)$/.exec(code) ?? [];
  if (form === undefined || letters === undefined) throw new BadLink('broken');
  if (form !== version) throw new BadLink('version');
  try {
    const whole = fromLetters(letters);
    if (whole.length < 5) throw new BadLink('broken');
    const plain = await through(whole.slice(4), new DecompressionStream('deflate-raw'), mostUnpacked);
    if (checksum(plain) !== new DataView(whole.buffer).getUint32(0)) throw new BadLink('broken');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)) as unknown;
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink('broken');
  }
}

// The address of this page without what stands behind it.
export const siteAddress = (): string => new URL('./', document.baseURI).href.replace(/#.*$/, '');
