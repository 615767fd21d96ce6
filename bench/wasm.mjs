// node bench/wasm.mjs PROGRAM.wasm: runs a benchmark that was built for the browser's machine (src/wasm/CMakeLists.txt).
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2) });
const module = await WebAssembly.compile(await readFile(argv[2]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
