import { defineConfig } from '@playwright/test';
import { limits } from '../test/soon.ts';
import { firefox } from './firefox.ts';

// Set by the global setup, before the workers read this file.
const baseURL = process.env['KEYHOLD_E2E_URL'];
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** The hash of the key of a certificate that the browser takes although nobody vouches for it. */
const certificate = process.env['KEYHOLD_E2E_CERTIFICATE'];

/** The tests of starting, stopping and killing: a browser has little to do with them. */
const processes = ['**/kill-server.spec.ts', '**/package.spec.ts'];

/** The journeys in which transitions move: dialogs, the palette, and a whole way through the console. */
const motion = ['**/dialogs.spec.ts', '**/palette.spec.ts', '**/way-through.spec.ts'];

/** The journey in the system's Firefox, which is not everywhere. */
const inFirefox = ['**/firefox.spec.ts'];

export default defineConfig({
  testDir: './tests',
  outputDir: process.env['KEYHOLD_TEST_RUN'] ? `${process.env['KEYHOLD_TEST_RUN']}/playwright` : './test-results',
  globalSetup: './global-setup.ts',
  workers: 3,
  projects: [
    // One browser would leave a core idle while it waits for the server; more would only wait for each other.
    { name: 'console', testIgnore: [...processes, ...motion, ...inFirefox], workers: 2 },
    {
      name: 'motion',
      testMatch: motion,
      workers: 2,
      use: { contextOptions: { reducedMotion: 'no-preference' } },
    },
    ...(firefox ? [{ name: 'firefox', testMatch: inFirefox, workers: 1 }] : []),
    // Servers of their own, which mostly wait.
    { name: 'processes', testMatch: processes, workers: 1 },
  ],
  fullyParallel: true,
  timeout: limits.test,
  expect: { timeout: limits.wait },
  reporter: 'list',
  use: {
    ...(baseURL && { baseURL }),
    viewport: { width: 1280, height: 800 },
    // What moves costs time, and its end has to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace keeps the page of every moment, which costs as much as the journey itself: `npm run e2e` asks for them,
    // and a film is left out even there.
    trace: process.env['KEYHOLD_E2E_TRACE'] ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A process per page, and one in reserve for the next, costs as much as the pages themselves.
        '--renderer-process-limit=1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...(certificate ? [`--ignore-certificate-errors-spki-list=${certificate}`] : []),
      ],
    },
  },
});
