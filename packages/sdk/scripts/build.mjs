// Compiles the package to dist: ES modules and their declarations.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const dist = `${folder}/dist`;

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: folder, stdio: 'inherit', shell: true });
if (status !== 0) process.exit(status ?? 1);

// The compiler rewrites the endings of imports in the modules, but not in their declarations.
for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(`${dist}/${name}`, 'utf8');
  writeFileSync(`${dist}/${name}`, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
