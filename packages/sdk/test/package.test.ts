import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../src/clock.ts';
import { license, product, startLicenseServer } from './license-server.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const installed = fileURLToPath(new URL('installed', import.meta.url));
let folder: string;
let project: string;
let packed: string[];

/** The declarations that the examples of the README assume. */
const surroundings = `
declare const dataFolder: string;
declare function openInBrowser(address: string): Promise<void>;
declare const machineId: string;
declare function saveEverything(): Promise<void>;
declare function showSignIn(message: string): void;
declare function showNote(message: string): void;
declare function lockTheWindow(): void;
declare function unlockTheWindow(): void;
declare function setColours(on: boolean): void;
`;

/** Packs the package in a copy of the workspace, so that other processes do not see its published form. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-sdk-'));
  const workspace = join(folder, 'workspace');
  const copy = join(workspace, 'packages', 'sdk');
  await cp(join(root, 'packages', 'sdk'), copy, {
    recursive: true,
    filter: (path) => !/[/\\](dist|node_modules)$/.test(path),
  });
  await cp(join(root, 'tsconfig.base.json'), join(workspace, 'tsconfig.base.json'));
  await symlink(join(root, 'node_modules'), join(workspace, 'node_modules'), 'junction');
  const before = await readFile(join(copy, 'package.json'), 'utf8');
  // A nested npm inherits the npm settings of the workspace.
  const { stdout } = await npm(copy, 'pack', '--ignore-scripts=false', '--json', '--pack-destination', folder);
  expect(await readFile(join(copy, 'package.json'), 'utf8')).toBe(before);
  const tarball = readPacked(stdout);
  packed = tarball.files.map(({ path }) => path);

  project = join(folder, 'project');
  await mkdir(project);
  const dependencies: Record<string, string> = { '@keyhold/sdk': `file:../${tarball.filename}` };
  for (const name of ['jose', 'oauth4webapi']) {
    const { stdout } = await npm(folder, 'pack', '--json', '--ignore-scripts', join(root, 'node_modules', name));
    dependencies[name] = `file:../${readPacked(stdout).filename}`;
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund');
  await cp(installed, project, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs npm with the tools of the workspace. */
function npm(cwd: string, ...options: string[]) {
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
  return run('npm', options, { cwd, env, shell: process.platform === 'win32', maxBuffer: 2 ** 24 });
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Parses the output of `npm pack --json`, after the output of the package's scripts. Newer versions key it by name. */
function readPacked(output: string): Packed {
  const json: unknown = JSON.parse(output.slice(output.search(/^[[{]/m)));
  const [first] = Object.values(json as Record<string, Packed>);
  if (!first) throw new Error(`npm packed nothing: ${output}`);
  return first;
}

/** The Node.js of this run, and those installed on the machine. */
async function runtimes(): Promise<string[]> {
  const others = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => part !== '' && !part.includes('node_modules'))
    .map((part) => join(part, 'node'));
  const real = await Promise.all([process.execPath, ...others].map((path) => realpath(path).catch(() => '')));
  return [...new Set(real)].filter((path) => path !== '');
}

test('the package contains its modules, their types, and nothing else', () => {
  const known = /^(package\.json|README\.md|LICENSE|dist\/[\w-]+\.(js|d\.ts))$/;
  expect(packed.filter((path) => !known.test(path))).toEqual([]);
  expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
});

test('the installed package consumes a license in every Node.js of this machine', async () => {
  for (const node of await runtimes()) {
    const server = await startLicenseServer(systemClock());
    const { stdout } = await run(node, ['application.mjs', server.url, product], { cwd: project });
    expect([node, JSON.parse(stdout)]).toEqual([node, { license, entitled: true, full: true }]);
    expect(server.seat.state).toBe('free');
    await server.stop();
  }
});

test('in a web page its errors name an alternative, and the bundle has no modules for Node.js', async () => {
  const input = join(project, 'page.mjs');
  const bundle = await rolldown({ input, cwd: project, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
  expect(modules.some((id) => id.endsWith('runtime-web.js'))).toBe(true);
  expect(modules.filter((id) => /oauth4webapi|runtime-node|loopback|file-store/.test(id))).toEqual([]);
  expect(output.flatMap((chunk) => ('imports' in chunk ? chunk.imports : []))).toEqual([]);
  await writeFile(join(project, 'bundled.mjs'), output[0].code);
  const { stdout } = await run(process.execPath, ['bundled.mjs'], { cwd: project });
  const refusal = expect.stringMatching(/^SignInError not-in-web-pages: .+call signIn with e-mail and password/);
  expect(JSON.parse(stdout)).toEqual([refusal, refusal, refusal]);
});

test('its types and the examples of its README compile in a project that installs it', async () => {
  const readme = await readFile(join(project, 'node_modules', '@keyhold', 'sdk', 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(2);
  for (const [index, text] of examples.entries()) await writeFile(join(project, `example-${index}.ts`), text);
  await writeFile(join(project, 'surroundings.d.ts'), surroundings);
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
    };
    const options = { compilerOptions: { ...compilerOptions, noEmit: true }, include: ['*.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(options));
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const result = await run(process.execPath, [compiler, '-p', project]).catch((error: { stdout: string }) => error);
    expect(result.stdout).toBe('');
  }
});
