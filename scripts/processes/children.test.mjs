import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './children.mjs';

test('answers the exit code and, when quiet, everything that was said', async () => {
  const program = 'console.log("out"); console.error("err"); process.exitCode = 3;';
  const { code, output } = await run(process.execPath, ['-e', program], { quiet: true });
  expect(code).toBe(3);
  expect(output.split('\n').sort()).toEqual(['', 'err', 'out']);
});

test('answers 127 for a program that does not exist', async () => {
  expect(await run('no-such-program', [], { quiet: true })).toMatchObject({ code: 127 });
});

test('ends what the program has left running', async () => {
  const program = `
    const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
    child.unref();
    console.log(child.pid);`;
  const { output } = await run(process.execPath, ['-e', program], { quiet: true });
  await untilGone(Number(output));
});

test.each(/** @type {const} */ (['SIGTERM', 'SIGKILL']))(
  'ends the program when the script ends by %s',
  async (signal) => {
    const children = fileURLToPath(new URL('./children.mjs', import.meta.url));
    const program = 'console.log(process.pid); setInterval(() => undefined, 1000);';
    const script = `
    import { run } from ${JSON.stringify(children)};
    await run(process.execPath, ['-e', ${JSON.stringify(program)}]);`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = await once(createInterface(starter.stdout), 'line');
    const ended = once(starter, 'exit');
    starter.kill(signal);
    expect(await ended).toEqual(signal === 'SIGTERM' ? [143, null] : [null, 'SIGKILL']);
    await untilGone(Number(pid));
  },
);

/** @param {number} pid */
async function untilGone(pid) {
  const state = async () => (await run('ps', ['-o', 'stat=', '-p', `${pid}`], { quiet: true })).output.trim();
  for (let now = await state(); now !== '' && !now.startsWith('Z'); now = await state()) await sleep(20);
}
