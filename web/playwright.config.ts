import { defineConfig } from '@playwright/test';

// Debian's Chromium, never one of Playwright's own. REMISE_PORT: where the server under test listens.
const port = Number(process.env.REMISE_PORT ?? 8841);

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/output',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2, // each file of tests and each worker has a port of its own
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
  projects: [
    { name: 'fast', grepInvert: /@long/ },
    { name: 'long', grep: /@long/, timeout: 600_000 },
  ],
});
