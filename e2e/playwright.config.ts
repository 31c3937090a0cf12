import { defineConfig } from '@playwright/test';
import { limits } from '../test/soon.ts';
import { firefox } from './browser/firefox.ts';
import { hasWebKit } from './browser/webkit.ts';

// Set by the global setup, before the workers read this file.
const baseURL = process.env['KEYHOLD_E2E_URL'];
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** The hash of the key of an untrusted certificate that the browser accepts. */
const certificate = process.env['KEYHOLD_E2E_CERTIFICATE'];

/** The tests that start servers of their own, and hardly use a browser or wait for the server most of their time. */
const processes = ['**/kill-server.spec.ts', '**/package.spec.ts', '**/empty-installation.spec.ts'];

/** The journeys with animated transitions: dialogs, the palette, and a journey through the whole console. */
const motion = ['**/dialogs.spec.ts', '**/palette.spec.ts', '**/way-through.spec.ts'];

/** The journeys in the system's other browsers, which may be missing. */
const inFirefox = ['**/firefox.spec.ts'];
const inWebKit = ['**/webkit.spec.ts'];

export default defineConfig({
  testDir: './tests',
  outputDir: process.env['KEYHOLD_TEST_RUN'] ? `${process.env['KEYHOLD_TEST_RUN']}/playwright` : './test-results',
  globalSetup: './global-setup.ts',
  workers: 4,
  projects: [
    // A journey waits for timers and announcements in a third of its time, in which two workers leave a core idle.
    { name: 'console', testIgnore: [...processes, ...motion, ...inFirefox, ...inWebKit], workers: 3 },
    {
      name: 'motion',
      testMatch: motion,
      workers: 2,
      use: { contextOptions: { reducedMotion: 'no-preference' } },
    },
    ...(firefox ? [{ name: 'firefox', testMatch: inFirefox, workers: 1 }] : []),
    ...(hasWebKit ? [{ name: 'webkit', testMatch: inWebKit, workers: 1 }] : []),
    // These tests start their own servers, and mostly wait.
    { name: 'processes', testMatch: processes, workers: 1 },
  ],
  fullyParallel: true,
  timeout: limits.test,
  expect: { timeout: limits.wait },
  reporter: 'list',
  use: {
    ...(baseURL && { baseURL }),
    viewport: { width: 1280, height: 800 },
    // Animations cost time, and tests must wait for their end.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace stores the page at every moment, which costs as much as the journey itself: only `npm run e2e` enables
    // traces, and even there without screenshots.
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
        // A process per page, and a spare one for the next page, cost as much as the pages themselves.
        '--renderer-process-limit=1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...(certificate ? [`--ignore-certificate-errors-spki-list=${certificate}`] : []),
      ],
    },
  },
});
