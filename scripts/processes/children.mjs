// Runs programs for the scripts. Each is the leader of a process group, so that its children end with it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {{ code: number, output: string }} Result */

/** @type {Map<import('node:child_process').ChildProcess, { result: Promise<Result>, ending: NodeJS.Signals }>} */
const running = new Map();

/** @type {readonly NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program below a shell that reads from a pipe whose only writer is this process: when this process dies, even
 * by SIGKILL, the shell ends the group. After a signal the shell waits for its program, so that it never ends first.
 *
 * @param {NodeJS.Signals} signal ends the group
 */
const lifeline = (signal) => `
trap : TERM
exec 3<&0
"$0" "$@" </dev/null 3<&- &
program=$!
{ trap - TERM; read -r line <&3 || kill -${signal.slice(3)} 0; } 2>/dev/null &
watcher=$!
while :; do
  wait "$program"; code=$?
  kill -0 "$program" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
exit "$code"
`;

/**
 * Runs a program to its end. While it runs, a signal that ends this process first ends the program.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, ending?: NodeJS.Signals }} [options] `quiet`: keep
 *   the output instead of showing it; `ending`: the signal that ends the program, by default SIGTERM
 * @returns {Promise<Result>}
 */
export function run(command, args, options = {}) {
  const { quiet = false, ending = 'SIGTERM', ...where } = options;
  const child = spawn('/bin/sh', ['-c', lifeline(ending), command, ...args], {
    ...where,
    detached: true,
    stdio: ['pipe', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  // A killed shell closes the pipe; 'close' reports its end.
  child.stdin?.on('error', () => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  /** @type {Promise<Result>} */
  const result = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output });
    });
  }).finally(() => {
    endGroup(child, 'SIGKILL');
    running.delete(child);
    if (running.size === 0) for (const signal of endingSignals) process.off(signal, interrupt);
  });
  if (running.size === 0) for (const signal of endingSignals) process.on(signal, interrupt);
  running.set(child, { result, ending });
  // After an interrupt the promise never settles, so that the caller prints nothing.
  return result.then((ended) => (interrupted ? new Promise(() => undefined) : ended));
}

let interrupted = false;
/** @type {(() => Promise<void>)[]} */
const cleaning = [];

/**
 * Registers a cleanup that runs before an interrupted script ends.
 *
 * @param {() => Promise<void>} cleanUp
 */
export function whenInterrupted(cleanUp) {
  cleaning.push(cleanUp);
}

/** @param {NodeJS.Signals} signal */
async function interrupt(signal) {
  if (interrupted) return;
  interrupted = true;
  const results = [...running.values()].map(({ result }) => result);
  for (const [child, { ending }] of running) endGroup(child, ending);
  const impatience = setTimeout(() => {
    for (const child of running.keys()) endGroup(child, 'SIGKILL');
  }, 15_000);
  await Promise.allSettled(results);
  clearTimeout(impatience);
  for (const cleanUp of cleaning) await cleanUp();
  process.exit(128 + constants.signals[signal]);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended.
  }
}
