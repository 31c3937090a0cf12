import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { firstProgram, isMissing, withStage } from '../conformance/readme.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));

it.skipIf(isMissing('Go'))('the program of the README consumes a license and releases it', () =>
  withStage(async (stage) => {
    const module = await mkdtemp(join(tmpdir(), 'keyhold-go-'));
    const cwd = join(module, 'program');
    await mkdir(cwd);
    const program = await firstProgram(join(folder, 'README.md'), 'go', stage);
    await writeFile(join(cwd, 'main.go'), program.replace('the token', stage.ugo.token));
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const edit = /^go mod edit (.*)$/m.exec(readme)?.[1]?.replace('../keyhold-go', folder).split(' ') ?? [];
    await run('go', ['mod', 'init', 'program'], { cwd });
    await run('go', ['mod', 'edit', ...edit], { cwd });
    const { stdout } = await run('go', ['run', '.'], { cwd });
    expect(stdout).toBe(`${stage.license.rn} active <nil>\n`);
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'free', epoch: 1 });
    await rm(module, { recursive: true });
  }),
);

it.skipIf(isMissing('Go'))('vet and the unit tests pass', async () => {
  await run('go', ['vet', './...'], { cwd: folder });
  await run('go', ['test', './...'], { cwd: folder });
});
