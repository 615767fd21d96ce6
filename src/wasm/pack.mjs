// pack.mjs IN OUT: writes a JSON file without the spaces between its tokens.
import { readFileSync, writeFileSync } from 'node:fs';
writeFileSync(process.argv[3], JSON.stringify(JSON.parse(readFileSync(process.argv[2], 'utf8'))));
