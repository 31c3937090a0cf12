import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { firstProgram, isMissing, withStage } from '../conformance/readme.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));

it.skipIf(isMissing('Java'))('the program of the README consumes a license and releases it, by the jar', () =>
  withStage(async (stage) => {
    const cwd = await mkdtemp(join(tmpdir(), 'keyhold-java-'));
    await run(join(folder, 'build.sh'), [cwd, 'jars']);
    const jars = (await readdir(cwd)).filter((name) => name.endsWith('.jar')).sort();
    expect(jars.map((name) => name.replace(/-\d+\.\d+\.\d+/, ''))).toEqual([
      'keyhold-javadoc.jar',
      'keyhold-sources.jar',
      'keyhold.jar',
    ]);
    const program = await firstProgram(join(folder, 'README.md'), 'java', stage);
    await writeFile(join(cwd, 'Studio.java'), program.replace('the token', stage.ugo.token));
    const jar = jars.find((name) => /\d\.jar$/.test(name)) ?? '';
    const { stdout } = await run('java', ['-cp', jar, 'Studio.java'], { cwd });
    expect(stdout).toBe(`${stage.license.rn} ACTIVE\n`);
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'free', epoch: 1 });
    const { stdout: module } = await run('jar', ['--describe-module', '--file', jar], { cwd });
    expect(module).toContain('exports keyhold\n');
    await rm(cwd, { recursive: true });
  }),
);
