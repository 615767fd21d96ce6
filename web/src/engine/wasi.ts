// The engine as a WebAssembly module. It needs three things of a system: somewhere to write a last message, its arguments
// (none), and an exit. Everything else of WASI is absent on purpose.
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  remise_room(size: number): number;
  remise_call(): number;
  remise_answer(): number;
}

export type Call = (request: string) => string; // JSON both ways

const notSupported = 52; // ENOSYS

function imports(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const decoder = new TextDecoder();
  const stubs: WebAssembly.ModuleImports = {
    fd_write(_fd: number, vectors: number, count: number, written: number): number {
      const view = new DataView(memory().buffer);
      let size = 0;
      let text = '';
      for (let i = 0; i < count; ++i) {
        const from = view.getUint32(vectors + 8 * i, true);
        const length = view.getUint32(vectors + 8 * i + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, from, length));
        size += length;
      }
      view.setUint32(written, size, true);
      console.error(text.trimEnd());
      return 0;
    },
    proc_exit(code: number): never {
      throw new Error(`the engine stopped (${code})`);
    },
  };
  return new Proxy(stubs, { get: (target, name: string) => target[name] ?? (() => notSupported) });
}

export async function loadEngine(source: Response | Promise<Response> | BufferSource): Promise<Call> {
  let exports: Exports | null = null;
  const system = { wasi_snapshot_preview1: imports(() => (exports as Exports).memory) };
  const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  const { instance } = isBytes
    ? await WebAssembly.instantiate(source as BufferSource, system)
    : await WebAssembly.instantiateStreaming(source as Promise<Response>, system);
  exports = instance.exports as unknown as Exports;
  exports._initialize();
  const engine = exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (request) => {
    const bytes = encoder.encode(request);
    const room = engine.remise_room(bytes.length);
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    const size = engine.remise_call();
    return decoder.decode(new Uint8Array(engine.memory.buffer, engine.remise_answer(), size));
  };
}
