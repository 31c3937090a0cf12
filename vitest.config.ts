import { defineConfig } from 'vitest/config';
import { plugins } from './apps/console/vite.config.ts';
import { SlowFirst } from './test/slow-first.ts';
import { limits } from './test/soon.ts';

const exclude = ['**/node_modules/**', '**/dist/**'];

/** Tests outside the server that need the database server of its tests. */
const onDatabase = [
  'packages/pg-round-trip/**/*.test.ts',
  'bench/**/*.test.ts',
  'examples/terminal-studio/src/terminal-studio.test.ts',
];

/**
 * Loading the modules again for each file took a fifth of the time. What the server's modules keep belongs to some server,
 * or is the same for all; the console's remember who is signed in.
 */
const isolate = false;

/** Many wait for a database, on machines that may be busy: only what hangs should run into a limit. */
const patient = { expect: { poll: { timeout: limits.wait } }, testTimeout: limits.test, hookTimeout: limits.test };

/** Unit and integration tests lie beside their sources; those in a browser are Playwright's, in e2e. */
export default defineConfig({
  test: {
    // Half of the time a test waits, for PostgreSQL or a process it has started; more would only wait for each other.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'plain',
          isolate,
          include: ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.mjs', 'deploy/**/*.test.ts'],
          exclude: [...exclude, ...onDatabase],
          ...patient,
        },
      },
      {
        plugins: plugins(),
        test: {
          name: 'console',
          root: 'apps/console',
          include: ['src/**/*.test.{ts,tsx}'],
          css: true,
          exclude,
          ...patient,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/{demo,server}/**/*.test.ts', ...onDatabase],
          exclude,
          globalSetup: ['apps/server/test/database-server.ts'],
          // Many of these wait for a database, on machines that may be busy: only a test that hangs should run into a limit.
          ...patient,
        },
      },
    ],
  },
});
