import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Rules that ask for types stay out: svelte-check sees to those, strictly, and with them this takes ten times as long.
export default defineConfig(
  { ignores: ['**/dist', '**/public', '**/node_modules', '**/test-results'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off', // the compiler knows which names there are
      'svelte/prefer-svelte-reactivity': 'off', // maps and sets are plain values here: replaced as a whole, never changed in place
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
);
