import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openBed, openStage } from '../conformance/bed.ts';
import type { Driver } from '../conformance/driver.ts';
import { languages } from '../conformance/languages.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const isMissing = languages.find(({ name }) => name === 'Python')?.driver === null;

it.skipIf(isMissing)('the program of the README consumes a license and releases it', async () => {
  const bed = await openBed();
  const stage = await openStage(bed, {} as Driver);
  const readme = await readFile(`${folder}README.md`, 'utf8');
  const program = /```python\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const here = program.replace('https://licenses.example.com', bed.url).replace('keyhold-studio', 'studio');
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(15);
  const options = { cwd: folder };
  const source = here.replace('the token', stage.ugo.token);
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', source], options);
  expect(stdout).toBe(`${stage.license.rn} active\n`);
  expect(await stage.seat()).toMatchObject({ 'lease-state': 'free', epoch: 1 });
  await stage.close();
  await bed.close();
});

it.skipIf(isMissing)('the modules compile without a warning', () => {
  const check =
    'import ast, pathlib; [ast.parse(p.read_text(), feature_version=(3, 9)) for p in pathlib.Path(".").rglob("*.py")]';
  execFileSync('python3', ['-B', '-W', 'error', '-c', check], { cwd: folder });
});
