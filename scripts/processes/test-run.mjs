// The environment of one test run: a temporary folder, and a cleanup of leftover processes.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenInterrupted } from './children.mjs';
import { toolEnvironment } from './workspace.mjs';

/**
 * Runs work as a test run, and closes the run afterwards, also when it is interrupted.
 *
 * @template Result
 * @param {(testRun: ReturnType<typeof openTestRun>) => Promise<Result>} work
 */
export async function inTestRun(work) {
  const testRun = openTestRun();
  whenInterrupted(testRun.close);
  try {
    return await work(testRun);
  } finally {
    await testRun.close();
  }
}

/** Opens a run: all temporary files of its processes go into its folder. */
function openTestRun() {
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-test-'));
  // As root, the database runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  return {
    folder,
    environment: { ...toolEnvironment(), TMPDIR: folder, KEYHOLD_TEST_RUN: folder },
    /** Waits for processes that are exiting, kills the others, and removes the folder. */
    async close() {
      for (let look = 0; look < 100 && leftovers(folder).length > 0; look += 1) await sleep(100);
      for (const { pid, name } of leftovers(folder)) {
        console.error(`Left behind by the tests, ended now: process ${pid} (${name}).`);
        kill(pid);
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/**
 * The value of an option for an environment variable of the tests.
 *
 * @param {string} name
 * @param {string} text
 */
export function wholeNumber(name, text) {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number, such as --${name} 500.`);
  return text;
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Exited in the meantime.
  }
}

/**
 * The processes that have the run's variable in their environment, or whose working directory is in its folder.
 *
 * @param {string} folder
 */
function leftovers(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      try {
        const marked = readFileSync(`/proc/${name}/environ`, 'latin1').includes(`KEYHOLD_TEST_RUN=${folder}\0`);
        const inside = `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${folder}/`);
        if (!marked && !inside) return [];
        return [{ pid: Number(name), name: readFileSync(`/proc/${name}/comm`, 'utf8').trim() }];
      } catch {
        // The process exited in the meantime, or belongs to another user.
        return [];
      }
    });
}
