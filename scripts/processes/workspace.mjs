// Shared by all scripts. They run before anything is installed, on Node.js 20 or newer.
import { existsSync, statfsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A failure with a cause outside this repository: its message is a whole sentence, shown without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message the failure and its remedy
   * @param {string} [details] the output of the failed program, shown below
   */
  constructor(message, details = '') {
    super(message);
    this.details = details;
  }
}

/** Whether the disk is full. Programs that run out of space do not always report it, or even fail. */
export function isDiskFull() {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize < 1024 * 1024;
}

/** The oldest Node.js that runs the server and the tools. */
const needed = 24;

/** The Node.js for everything but these scripts: this one if it is new enough, else the installed package. */
export function currentNode() {
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath;
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const packaged = join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(packaged)) return packaged;
  throw new Failure(
    `Keyhold needs Node.js ${needed} or newer; this is ${process.version}, and none comes with Keyhold for ${process.platform}-${process.arch}. Install Node.js ${needed} and start again.`,
  );
}

/** The environment in which the installed tools (`tsc`, `vitest` …) are found, and run by {@link currentNode}. */
export function toolEnvironment() {
  const path = [dirname(currentNode()), join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  return { ...process.env, PATH: path };
}

/**
 * Runs a script's work, whose result becomes the exit code of the process; a {@link Failure} is printed as a sentence.
 *
 * @param {() => Promise<number | undefined>} work
 */
export async function runScript(work) {
  try {
    const code = await work();
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    process.exitCode = 1;
    tell(error);
  }
}

/** @param {unknown} error */
export function tell(error) {
  if (!(error instanceof Failure)) console.error(error);
  else console.error(error.details ? `${error.message}\n\n${error.details}` : error.message);
}
