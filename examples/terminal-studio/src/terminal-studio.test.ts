import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../apps/server/test/app.ts';
import { createLicense, createProduct, everyone, openAccount } from '../../../apps/server/test/licensing/leases.ts';
import { answerCodes, browserOf, listenPublicly } from '../../../apps/server/test/licensing/sdk-sign-in.ts';
import { registerApplication } from '../../../apps/server/test/sign-in/oauth.ts';
import { soon } from '../../../test/soon.ts';

let app: TestApp;
let server: string;
let ada: Person;
let ugo: Person;
let bo: Person;
let license: { readonly id: string; readonly rn: string };
let folder: string;
let running: Program[];

beforeAll(async () => {
  app = await createTestApp();
  await registerApplication(app, await createProduct(app, 'studio'), 'studio');
  server = await listenPublicly(app);
});
afterAll(() => {
  app.services.streams.close();
  return app.close();
});
beforeEach(async () => {
  const opened = await openAccount(app);
  ({ ada, ugo } = opened);
  bo = await app.createPerson(opened.account, 'Bo', null);
  license = await createLicense(app, opened.account, everyone, { 'product-id': 'studio' });
  folder = await mkdtemp(join(tmpdir(), 'keyhold-studio-'));
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

interface Program {
  readonly child: ChildProcess;
  readonly lines: () => string;
  readonly exit: Promise<number | null>;
}

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function start(options: readonly string[] = [], path = process.env['PATH'] ?? '', store = 'store'): Program {
  const known = ['--server', server, '--product', 'studio', '--store', join(folder, store)];
  const child = spawn(process.execPath, [main, ...known, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece;
    });
  }
  const program = {
    child,
    lines: () => text,
    exit: new Promise<number | null>((resolve) => child.once('exit', resolve)),
  };
  running.push(program);
  return program;
}

/** Waits until the program has printed a sentence, and returns its first capture group. */
function says(program: Program, sentence: RegExp): Promise<string> {
  return vi.waitFor(() => {
    const found = sentence.exec(program.lines());
    expect(found, program.lines()).not.toBe(null);
    return found?.[1] ?? '';
  }, soon);
}

const shownAddress = /Open this address in your browser: (http\S+)/;

/** Starts the studio, and signs its user in by the address that it shows. */
async function startSignedIn(): Promise<Program> {
  const studio = start(['--no-browser']);
  await browserOf(app, ugo)(await says(studio, shownAddress));
  await says(studio, /Terminal Studio 26.1 is open[\s\S]*Ctrl-C/);
  return studio;
}

const sessionsOfStudio = async () =>
  (await app.as(ugo, `GET /iam/v1/users/${ugo.id}/sessions`)).body.items.filter((one) => one['application'] !== null);
const isTaken = async () => {
  const { body } = await app.as(ugo, 'GET /license/v1/licenses/consumable');
  return body.items.some((item) => item['available'] === false);
};

test('the studio signs in by the browser, shows its user, and logs them off when its license is released', async () => {
  const studio = await startSignedIn();
  expect(studio.lines()).toContain(`Signed in as ${ugo.email}`);
  expect(studio.lines()).toContain(`license ${license.id}`);
  expect((await app.as(ada, `POST /license/v1/licenses/${license.id}/unassign`, {})).status).toBe(200);
  expect(await studio.exit).toBe(0);
  expect(studio.lines()).toContain(`${ugo.email} is logged off.`);
  expect(await isTaken()).toBe(false);
});

test('the next run needs no sign-in, Ctrl-C releases the seat, and after signing out it prompts again', async () => {
  const first = await startSignedIn();
  first.child.kill('SIGINT');
  expect(await first.exit).toBe(0);
  const second = start(['--no-browser']);
  await says(second, /Ctrl-C/);
  expect(second.lines()).not.toMatch(shownAddress);
  expect([await isTaken(), (await sessionsOfStudio()).length]).toEqual([true, 1]);
  second.child.kill('SIGINT');
  expect(await second.exit).toBe(0);
  expect(await isTaken()).toBe(false);
  const [kept = ''] = await readdir(join(folder, 'store'));
  expect((await stat(join(folder, 'store', kept))).mode & 0o777).toBe(0o600);

  expect(await start(['--sign-out']).exit).toBe(0);
  expect(await sessionsOfStudio()).toEqual([]);
  await says(start(['--no-browser']), shownAddress);
});

test('a user whose session is ended elsewhere is logged off, and signs in again in the next run', async () => {
  const studio = await startSignedIn();
  const [session] = await sessionsOfStudio();
  expect((await app.as(ugo, `DELETE /iam/v1/users/${ugo.id}/sessions/${session?.id}`)).status).toBe(200);
  expect(await studio.exit).toBe(0);
  expect(studio.lines()).toContain('You were signed out.');
  await says(start(['--no-browser']), shownAddress);
});

test('with --code the user enters a code elsewhere', async () => {
  const studio = start(['--code']);
  const userCode = await says(studio, /\/device in a browser and enter (\S+)\./);
  await answerCodes(app, ugo, true)({ userCode });
  await says(studio, /Terminal Studio 26.1 is open/);
});

test('the browser is opened; if that fails, the address is shown', async () => {
  const programs = join(folder, 'bin');
  await mkdir(programs);
  const opened = join(folder, 'opened');
  const script = async (lines: string) => {
    for (const name of ['xdg-open', 'open']) {
      await writeFile(join(programs, name), `#!/bin/sh\n${lines}\n`);
      await chmod(join(programs, name), 0o755);
    }
  };
  await script(`printf %s "$1" > "${opened}"`);
  const studio = start([], `${programs}:${process.env['PATH']}`);
  const address = await vi.waitFor(() => readFile(opened, 'utf8').then((text) => new URL(text)), soon);
  await browserOf(app, ugo)(address.href);
  await says(studio, /Ctrl-C/);
  expect(studio.lines()).not.toMatch(shownAddress);
  studio.child.kill('SIGINT');
  await studio.exit;
  await start(['--sign-out']).exit;

  await script('exit 3');
  await says(start([], `${programs}:${process.env['PATH']}`), shownAddress);
  await says(start([], folder), shownAddress);
});

test('of two devices one waits: the first is asked, saves and gives its license back, and the second works', async () => {
  const first = await startSignedIn();
  const second = start(['--no-browser', '--wait', '--ask', 'I have a deadline.'], process.env['PATH'], 'other');
  await browserOf(app, bo)(await says(second, shownAddress));
  await says(second, /Every license is in use\. You are number 1 in line\./);
  await says(second, /Your message was sent to 1 people\./);
  await says(
    first,
    /Somebody waits for a license \(1 in line\): I have a deadline\. Press Ctrl-C to give yours back\./,
  );
  first.child.kill('SIGINT');
  expect(await first.exit).toBe(0);
  expect(first.lines()).toContain('Drawings saved.');
  await says(second, /Terminal Studio 26.1 is open/);
  expect(second.lines()).toContain(`license ${license.id}`);
});

test('a user goes on with their own license on another device, where they are told of it; the first one saves', async () => {
  const first = await startSignedIn();
  const refused = start(['--device', 'laptop']);
  expect(await refused.exit).toBe(1);
  expect(refused.lines()).toMatch(/You use a license on .+\. Use it here instead: start with --take-over\./);
  const second = start(['--device', 'laptop', '--take-over']);
  await says(second, /Terminal Studio 26.1 is open/);
  expect(second.lines()).toContain(`license ${license.id}`);
  expect(await first.exit).toBe(0);
  expect(first.lines()).toContain('You continued on');
  expect(first.lines()).toContain('Drawings saved');
});

test('a failure is shown as a sentence', async () => {
  const denied = start(['--code']);
  const userCode = await says(denied, /enter (\S+)\./);
  await answerCodes(app, ugo, false)({ userCode });
  expect(await denied.exit).toBe(1);
  expect(denied.lines()).toContain('The sign-in was denied.');
  const unknown = start(['--code', '--application', 'nobody']);
  expect(await unknown.exit).toBe(1);
  expect(unknown.lines()).toContain('There is no such application.');
  const away = start(['--server', 'http://127.0.0.1:9']);
  expect(await away.exit).toBe(1);
  expect(away.lines()).toContain('The license server cannot be reached.');
});
