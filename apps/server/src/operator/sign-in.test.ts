import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerCodes, decide } from '../../test/licensing/sdk-sign-in.ts';
import { createOperatorTest, keyhold, type OperatorTest, spawnKeyhold, startKeyhold } from '../../test/operator.ts';

let test: OperatorTest;
let home: string;
let made = 0;
beforeAll(async () => {
  test = await createOperatorTest();
  Object.assign(test.services.installation, { publicUrl: test.address });
});
afterAll(() => test.close());
beforeEach(async () => {
  made += 1;
  home = join(test.folder, `home-${made}`);
  await mkdir(home);
});

const environment = (more: Record<string, string> = {}) => ({ XDG_CONFIG_HOME: home, ...more });
const login = (args: string[] = [], more: Record<string, string> = {}) =>
  startKeyhold(['login', '--server', test.address, ...args], environment(more));
const listAccounts = () => keyhold(['accounts', 'list'], environment());

/** Signs in with a code that the person approves. */
async function signInByCode(person = test.people.root) {
  const command = login();
  const userCode = await command.says(/enter the code ([A-Z]{4}-[A-Z]{4})/);
  await answerCodes(test, person, true)({ userCode });
  return command.ended;
}

async function tokensFile(): Promise<string> {
  const folder = join(home, 'keyhold/tokens');
  const [file = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  return join(folder, file);
}

/** The root administrator's sessions that the command has started. */
async function commandSessions() {
  const { body } = await test.as(test.people.root, `GET /iam/v1/users/${test.people.root.id}/sessions`);
  return (body.items as unknown as { id: string; device: string; application: { id: string } | null }[]).filter(
    ({ application }) => application?.id === 'keyhold',
  );
}

/** A folder whose `xdg-open` writes the address it is given to a file. */
async function fakeBrowser(): Promise<{ PATH: string; opened: string }> {
  const opened = join(home, 'opened');
  await writeFile(join(home, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
  await chmod(join(home, 'xdg-open'), 0o755);
  return { PATH: `${home}:${process.env['PATH']}`, opened };
}

describe('keyhold login', () => {
  it('opens the browser, stores its tokens for their owner only, and revokes them at sign-out', async () => {
    const { PATH, opened } = await fakeBrowser();
    const command = login([], { DISPLAY: ':7', PATH });
    const address = await command.says(/(http:\S+\/oauth\/authorize\S+)/);
    await fetch(await decide(test, test.people.root, address, true));
    const { code, stdout } = await command.ended;
    expect([code, stdout]).toEqual([0, `Signed in at ${test.address} as ${test.people.root.email}.\n`]);
    expect(await readFile(opened, 'utf8')).toBe(address);
    expect(await commandSessions()).toEqual([expect.objectContaining({ device: hostname() })]);

    const session = join(home, 'keyhold/session.json');
    const kept = JSON.parse(await readFile(session, 'utf8'));
    expect(kept).toEqual({ server: test.address, email: test.people.root.email, token: null });
    for (const file of [session, await tokensFile()]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'keyhold/tokens'))).mode & 0o777).toBe(0o700);
    expect((await listAccounts()).stdout).toContain('Acme Print');

    expect(await keyhold(['logout'], environment())).toMatchObject({
      code: 0,
      stdout: `Signed out at ${test.address}.\n`,
    });
    expect(await commandSessions()).toEqual([]);
    expect((await listAccounts()).stderr).toContain('You are not signed in.');
  });

  it('displays a code without a local browser, and with --code', async () => {
    expect(await signInByCode()).toMatchObject({ code: 0, stderr: expect.stringContaining(`${test.address}/device`) });
    expect((await listAccounts()).code).toBe(0);
    const denied = login(['--code', '--json'], { DISPLAY: ':7' });
    const userCode = await denied.says(/enter the code ([A-Z]{4}-[A-Z]{4})/);
    await answerCodes(test, test.people.root, false)({ userCode });
    const { code, stdout } = await denied.ended;
    expect([code, JSON.parse(stdout)]).toEqual([1, { errors: [expect.stringMatching(/denied/i)] }]);
    expect((await listAccounts()).code).toBe(0);
    const both = await keyhold(['login', '--code', '--email', 'rosa@keyhold.example'], environment());
    expect(both.code).toBe(2);
  });

  it('renews silently, even in two concurrent commands', async () => {
    await signInByCode();
    const file = await tokensFile();
    const before = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...before, 'expires-on': Date.now() - 1 }));
    const both = await Promise.all([1, 2].map(() => spawnKeyhold(['accounts', 'list'], environment())));
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const after = JSON.parse(await readFile(file, 'utf8'));
    expect(after['refresh-token']).not.toBe(before['refresh-token']);
    expect((await listAccounts()).code).toBe(0);
  });

  it('explains how to sign in again when an administrator has ended the session', async () => {
    await signInByCode();
    const sessions = await commandSessions();
    for (const { id } of sessions)
      await test.as(test.people.root, `DELETE /iam/v1/users/${test.people.root.id}/sessions/${id}`);
    const { code, stderr } = await listAccounts();
    expect([code, stderr]).toEqual([1, expect.stringContaining('Sign in with: keyhold login')]);
    const file = await tokensFile();
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), 'expires-on': 0 }));
    const later = await listAccounts();
    expect([later.code, later.stderr]).toEqual([1, expect.stringContaining('Sign in with: keyhold login')]);
    expect((await keyhold(['logout'], environment())).code).toBe(0);
  });

  it('reports that a command is not allowed', async () => {
    await signInByCode(test.people.acmeUser);
    expect(await listAccounts()).toMatchObject({ code: 1, stderr: "You don't have authorization for this action.\n" });
  });

  it('reports that no server answers', async () => {
    const { code, stderr } = await keyhold(['login', '--server', 'http://127.0.0.1:1'], environment());
    expect([code, stderr]).toEqual([1, expect.stringContaining('keyhold login --server URL')]);
  });
});
