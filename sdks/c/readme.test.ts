import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { firstProgram, isMissing, withStage } from '../conformance/readme.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));

it.skipIf(isMissing('C'))('the programs of the README consume a license and release it, by the installed library', () =>
  withStage(async (stage) => {
    const cwd = await mkdtemp(join(tmpdir(), 'keyhold-c-'));
    const prefix = join(cwd, 'installed');
    await run('cmake', ['-S', folder, '-B', join(cwd, 'build'), `-DCMAKE_INSTALL_PREFIX=${prefix}`]);
    await run('cmake', ['--build', join(cwd, 'build')]);
    await run('cmake', ['--install', join(cwd, 'build')]);
    const found = { cwd, env: { ...process.env, PKG_CONFIG_PATH: `${prefix}/lib/pkgconfig` } };
    for (const [language, compiler, standard, links] of [
      ['cpp', 'g++', 'c++17', '$(pkg-config --cflags --libs keyhold)'],
      [
        'c',
        'gcc',
        'c11',
        `-I${prefix}/include ${prefix}/lib/libkeyhold.a $(pkg-config --libs libcurl libcrypto jansson) -pthread -lm`,
      ],
    ] as const) {
      const program = await firstProgram(join(folder, 'README.md'), language, stage);
      await writeFile(join(cwd, `studio.${language}`), program.replace('the token', stage.ugo.token));
      const command = `${compiler} -std=${standard} -Wall -Wextra -Werror studio.${language} -o studio ${links}`;
      await run('/bin/sh', ['-c', command], found);
      const { stdout } = await run('./studio', [], { cwd, env: { LD_LIBRARY_PATH: `${prefix}/lib` } });
      expect(stdout.trim()).toBe(stage.license.rn + (language === 'cpp' ? ' active' : ''));
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
    }
    await rm(cwd, { recursive: true });
  }),
);
