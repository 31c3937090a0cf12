// A lock file that keeps two starts of one checkout from installing or building at the same time.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, root } from './workspace.mjs';

/**
 * Runs work while no other process of this checkout runs work of that name.
 *
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function takeTurn(name, work) {
  const file = join(root, '.cache', `${name}.turn`);
  for (let reported = false; !take(file); await sleep(200)) {
    if (reported) continue;
    reported = true;
    console.log(`Waiting for another start of Keyhold in this folder (${name})…`);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {boolean}
 */
function take(file) {
  const mine = `${file}-${process.pid}`;
  try {
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(mine, identity(process.pid) ?? '');
    linkSync(mine, file);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      if (isHeld(file)) return false;
      rmSync(file, { force: true });
      return take(file);
    }
    if (code === 'ENOSPC') throw new Failure(`The disk that holds ${root} is full. Free some space and start again.`);
    throw new Failure(`The folder ${root} is not writable. Make it writable for the user who starts Keyhold.`);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    const holder = readFileSync(file, 'utf8');
    return identity(Number.parseInt(holder, 10)) === holder;
  } catch {
    return false;
  }
}

/**
 * Distinguishes a process from a later one with the same PID; undefined when the process has ended.
 *
 * @param {number} pid
 */
function identity(pid) {
  if (process.platform !== 'linux') {
    try {
      process.kill(pid, 0);
      return `${pid}`;
    } catch (error) {
      return errorCode(error) === 'EPERM' ? `${pid}` : undefined;
    }
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
function errorCode(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
