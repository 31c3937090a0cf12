import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../src/time/clock.ts';
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
declare function saveEverything(): Promise<void>;
declare function render(lease: object): Promise<void>;
declare function showSignIn(message: string): void;
declare function showNote(message: string): void;
declare function lockTheWindow(): void;
declare function unlockTheWindow(): void;
declare function setColours(on: boolean): void;
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold sdk '));
  const { stdout: tarball } = await run(process.execPath, [join(root, 'packages/sdk/scripts/pack.mjs'), folder]);

  project = join(folder, 'project');
  await mkdir(project);
  const dependencies: Record<string, string> = { '@keyhold/sdk': `file:../${tarball.trim()}` };
  for (const name of ['jose', 'oauth4webapi']) {
    const { stdout } = await npm(folder, 'pack', '--silent', '--ignore-scripts', join(root, 'node_modules', name));
    dependencies[name] = `file:../${stdout.trim()}`;
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund');
  await cp(installed, project, { recursive: true });
  packed = await readdir(join(project, 'node_modules', '@keyhold', 'sdk'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function npm(cwd: string, ...options: string[]) {
  return run('npm', options, { cwd, shell: process.platform === 'win32', maxBuffer: 2 ** 24 });
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
  const known = /^(package\.json|README\.md|LICENSE|dist([/\\][\w-]+)?|dist([/\\][\w-]+){1,2}\.(js|d\.ts))$/;
  expect(packed.filter((path) => !known.test(path))).toEqual([]);
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', join('dist', 'index.js'), join('dist', 'index.d.ts')]),
  );
});

test('npm pack refuses the folder of the sources, which it would pack under the name of the package', async () => {
  const refused = await npm(join(root, 'packages/sdk'), 'pack', '--pack-destination', folder).catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('must have name and version') });
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
  // Minified, as for the web: errors keep their names.
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  const modules = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
  expect(modules.some((id) => id.endsWith('runtime-web.js'))).toBe(true);
  expect(
    modules.filter((id) => /oauth4webapi|runtime-node|loopback|file-store-node|machine-id|this-device/.test(id)),
  ).toEqual([]);
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
