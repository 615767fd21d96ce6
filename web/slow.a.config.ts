import { defineConfig } from '@playwright/test';

// Debian's Chromium, never one of Playwright's own; without a window that nobody sees, which takes half the processor time. Each worker starts what it tests, at a free port (tests/browser/servers.ts).

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/output-a',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 2,
  retries: 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block', // each test would load everything twice; tests without a network allow them
    actionTimeout: 90_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox'],
    },
  },
  projects: [
    { name: 'fast', grepInvert: /@long/ },
    { name: 'long', grep: /@long/, timeout: 600_000 },
  ],
});
