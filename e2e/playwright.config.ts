import { defineConfig } from '@playwright/test';

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './tests',
  outputDir: process.env['KEYHOLD_TEST_RUN'] ? `${process.env['KEYHOLD_TEST_RUN']}/playwright` : './test-results',
  globalSetup: './global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // A limit for what hangs, not a measure: machines are shared.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
