import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**'];

/**
 * Loading the modules again for each file took a fifth of the time. What the server's modules keep belongs to some server,
 * or is the same for all; the console's remember who is signed in.
 */
const isolate = false;

/** Unit and integration tests lie beside their sources; those in a browser are Playwright's, in e2e. */
export default defineConfig({
  test: {
    // Half of the time a test waits, for PostgreSQL or a process it has started; more would only wait for each other.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'plain',
          isolate,
          include: ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.mjs', 'bench/**/*.test.ts'],
          exclude,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'console',
          root: 'apps/console',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/server/**/*.test.ts'],
          exclude,
          globalSetup: ['apps/server/test/database-server.ts'],
          // Many of these wait for a database, on machines that may be busy: only a test that hangs should run into a limit.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
