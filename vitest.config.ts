import { globSync, readFileSync } from 'node:fs';
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
 * Reloading the modules for each file took a fifth of the time. The state of the server's modules belongs to one server
 * or is constant.
 */
const isolate = false;

/**
 * Tests of the console that need modules of their own, because these keep the session and what follows from it, or the
 * language that the test sets, or import a module that the test replaces.
 */
const isolated = globSync('src/**/*.test.{ts,tsx}', { cwd: 'apps/console' }).filter(
  (file) =>
    /^src\/(session|server|screens|lists\/engine|data|app|i18n\/locale|features\/auth)\//.test(file) ||
    /locale\/test\/page-language|vi\.(mock|doMock|resetModules)\(/.test(readFileSync(`apps/console/${file}`, 'utf8')),
);

/** Many tests wait for a database, on machines that may be busy: only a test that hangs should time out. */
const patient = { expect: { poll: { timeout: limits.wait } }, testTimeout: limits.test, hookTimeout: limits.test };

/** Unit and integration tests lie beside their sources; browser tests use Playwright, in e2e. */
export default defineConfig({
  test: {
    // A test waits half of the time for PostgreSQL or a process it started; more workers would block each other.
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
          isolate,
          include: ['src/**/*.test.{ts,tsx}'],
          css: true,
          exclude: [...exclude, ...isolated],
          ...patient,
        },
      },
      {
        plugins: plugins(),
        test: {
          name: 'console-isolated',
          root: 'apps/console',
          include: isolated,
          css: true,
          exclude,
          ...patient,
        },
      },
      {
        test: {
          name: 'server',
          isolate,
          include: ['apps/{demo,server}/**/*.test.ts', 'sdks/**/*.test.ts', ...onDatabase],
          exclude,
          globalSetup: ['apps/server/test/database/database-server.ts'],
          ...patient,
        },
      },
    ],
  },
});
