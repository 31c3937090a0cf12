import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { firstProgram, withStage } from './conformance/readme.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readmes = [
  ['packages/sdk', 'js'],
  ['sdks/python', 'python'],
  ['sdks/java', 'java'],
  ['sdks/go', 'go'],
  ['sdks/c', 'cpp'],
  ['sdks/c', 'c'],
] as const;

it.each(['docs/sdks.md', 'docs/licensing-protocol.md'])(
  '%s shows the first program of each README',
  async (document) => {
    const text = await readFile(`${root}${document}`, 'utf8');
    for (const [folder, mark] of readmes) {
      const readme = await readFile(`${root}${folder}/README.md`, 'utf8');
      const [program = 'none'] = new RegExp(`\`\`\`${mark}\\n[^]*?\`\`\``).exec(readme) ?? [];
      expect(text).toContain(program);
    }
  },
);

it.each([...new Set(readmes.map(([folder]) => folder))])(
  'the README in %s says how to get a token, and how to sign in',
  async (folder) => {
    const [first = '', readme = ''] = await Promise.all(
      ['sdks/python', folder].map((one) => readFile(`${root}${one}/README.md`, 'utf8')),
    );
    const [token = 'none'] = /^A token to try it with:[\s\S]*?`keyhold-studio`\.\n/m.exec(first) ?? [];
    expect(readme).toContain(token);
    expect(readme).toContain('\n## Signing in\n');
  },
);

// Those of the other languages run beside their READMEs.
it('the first program of the README for TypeScript consumes a license and releases it', () =>
  withStage(async (stage) => {
    const folder = `${root}sdks/conformance/.cache`;
    await mkdir(folder, { recursive: true });
    const program = await firstProgram(`${root}packages/sdk/README.md`, 'js', stage);
    await writeFile(`${folder}/first-program.mjs`, program.replace('the token', stage.ugo.token));
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/first-program.mjs`]);
    expect(stdout).toBe(`${stage.license.rn} active\n`);
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'free', epoch: 1 });
    await rm(`${folder}/first-program.mjs`);
  }));
