import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Command } from '@keyhold/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../test/app.ts';
import { createOperatorTest, keyhold, type OperatorTest, spawnKeyhold } from '../../test/operator.ts';
import { addApp, addPasskeyTo } from '../../test/sign-in/factors.ts';
import { inTransaction } from '../db/database.ts';
import { createKeyhold } from './main.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

describe('keyhold', () => {
  const noDemo = () => Promise.reject(new Error('No demo is loaded here.'));
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

  it('has every command in its documentation, with every option in its row or in the text below', async () => {
    const lines = (await readFile(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8')).split('\n');
    const text = lines.filter((line) => !line.startsWith('|'));
    for (const command of leaves(createKeyhold(noDemo))) {
      const group = command.parent?.name();
      const name = group === 'keyhold' ? command.name() : `${group} ${command.name()}`;
      const rows = lines.filter((line) => line.startsWith('|') && new RegExp(`\`${name}[\` ]`).test(line));
      expect(rows, name).not.toEqual([]);
      const described = [...rows, ...text].join('\n');
      for (const { long, negate } of command.options) {
        if (!negate) expect(described, name).toMatch(new RegExp(`${long}\\b(?!-)`));
      }
    }
  });

  it('shows examples in the help of every command', () => {
    const all = leaves(createKeyhold(noDemo));
    expect(all.length).toBeGreaterThan(30);
    for (const command of all) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help, command.name()).toMatch(/Examples:\n {2}\$ .*keyhold /);
      expect(help, command.name()).toContain('--json');
    }
  });

  it('exits with 0 after help and version, and with 2 after a usage error', async () => {
    expect(await spawnKeyhold(['--help'])).toMatchObject({ code: 0, stderr: '' });
    expect(await spawnKeyhold(['--version'])).toMatchObject({ code: 0, stdout: '1.0.4\n' });
    for (const args of [[], ['licenses'], ['licences'], ['licenses', 'suspend'], ['users', 'list', '--colour']]) {
      const { code, stderr } = await keyhold(args);
      expect([args, code]).toEqual([args, 2]);
      expect(stderr).not.toBe('');
    }
    const { code, stdout } = await spawnKeyhold(['accounts', 'list', '--limit', 'many', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).errors[0]).toContain('It must be a whole number from 1 to 1000.');
  });
});

describe('signing in', () => {
  const signIn = (environment: Record<string, string> = {}, input = '', runs = keyhold) =>
    runs(
      ['login', '--server', `${test.address}/`, '--email', test.people.root.email],
      { XDG_CONFIG_HOME: test.folder, ...environment },
      input,
    );

  it('is required first', async () => {
    const { code, stderr } = await keyhold(['accounts', 'list'], { XDG_CONFIG_HOME: test.folder });
    expect(code).toBe(1);
    expect(stderr).toBe('You are not signed in. Sign in with: keyhold login --server http://localhost:8080\n');
  });

  it('stores the token in a file for its owner only, and deletes it at sign-out', async () => {
    expect(await signIn({ KEYHOLD_PASSWORD: testPassword })).toMatchObject({
      code: 0,
      stdout: `Signed in at ${test.address} as ${test.people.root.email}.\n`,
    });
    const file = join(test.folder, 'keyhold/session.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { token } = JSON.parse(await readFile(file, 'utf8'));
    const environment = { XDG_CONFIG_HOME: test.folder };
    expect((await spawnKeyhold(['accounts', 'list'], environment)).stdout).toContain('Acme Print');

    const elsewhere = await keyhold(['accounts', 'list'], { ...environment, KEYHOLD_URL: 'http://127.0.0.1:1' });
    expect(elsewhere.stderr).toContain(`You are signed in at ${test.address}, not at http://127.0.0.1:1`);

    expect((await keyhold(['logout'], environment)).code).toBe(0);
    expect((await keyhold(['accounts', 'list'], environment)).code).toBe(1);
    const old = await keyhold(['accounts', 'list'], { KEYHOLD_URL: test.address, KEYHOLD_TOKEN: token });
    expect([old.code, old.stderr]).toEqual([1, 'Authentication is required.\nSign in with: keyhold login\n']);
  });

  it.runIf(process.platform === 'linux')('reports that the token cannot be stored', async () => {
    const stderrIn = async (home: string) =>
      (await signIn({ KEYHOLD_PASSWORD: testPassword, XDG_CONFIG_HOME: home })).stderr;
    const full = join(test.folder, 'full');
    await mkdir(join(full, 'keyhold'), { recursive: true });
    await symlink('/dev/full', join(full, 'keyhold/session.json.new'));
    expect(await stderrIn(full)).toBe(
      `The disk that holds ${full}/keyhold is full. Free some space, and sign in again.\n`,
    );
    expect(await stderrIn('/dev/null')).toBe(
      'Your sign-in cannot be stored in /dev/null/keyhold (ENOTDIR). Make it writable, or choose another folder with XDG_CONFIG_HOME.\n',
    );
  });

  it('reads the password from standard input without a terminal', async () => {
    expect((await signIn({}, `${testPassword}\n`, spawnKeyhold)).code).toBe(0);
  });

  it('prompts for the code of an authenticator app, or a recovery code, when required', async () => {
    const { root } = test.people;
    const app = await addApp(test, root);
    const environment = { KEYHOLD_PASSWORD: testPassword };
    expect(await signIn(environment, '000000\n')).toMatchObject({ code: 1, stderr: 'This code is not correct.\n' });
    expect((await signIn(environment, `${app.code()}\n`)).code).toBe(0);
    expect((await signIn(environment, `${app.codes[0]}\n`)).code).toBe(0);
    await test.as(root, `DELETE /iam/v1/users/${root.id}/factors/${app.fid}`);
    const passkey = await addPasskeyTo(test, root);
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.deleteFrom('factors').where('kind', '=', 'recovery-codes').execute(),
    );
    expect((await signIn(environment)).stderr).toContain('Sign in through the browser with: keyhold login');
    await test.as(root, `DELETE /iam/v1/users/${root.id}/factors/${passkey.fid}`);
  });

  it('prints the errors of the server', async () => {
    const { code, stderr } = await signIn({ KEYHOLD_PASSWORD: 'wrong' });
    expect([code, stderr]).toEqual([1, 'Invalid email or password\n']);
    const forbidden = await test.run(test.people.acmeUser, 'accounts', 'create', 'Mine', '--json');
    expect(forbidden.code).toBe(1);
    expect(JSON.parse(forbidden.stdout)).toMatchObject({
      errors: ["You don't have authorization for this action."],
      status: 403,
      problems: [{ code: 'forbidden' }],
    });
  });

  it('reports that no server, or another program, answers', async () => {
    const away = await keyhold(['accounts', 'list'], { KEYHOLD_URL: 'http://127.0.0.1:1', KEYHOLD_TOKEN: 'x' });
    expect([away.code, away.stderr]).toEqual([
      1,
      'No server answers at http://127.0.0.1:1. Start the server, or sign in to another one with: keyhold login --server URL\n',
    ]);
    const replies = ['<p>Hello', 'null', '[]', '{"items":[]}', '{"success":', 'cut off'];
    const other = createServer((_request, response) => {
      const reply = replies.shift() ?? '';
      if (reply !== '<p>Hello') response.setHeader('content-type', 'application/json');
      if (reply !== 'cut off') return void response.end(reply);
      response.writeHead(200, { 'content-length': 100 }).write('{');
      setTimeout(() => response.destroy(), 100);
    });
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    const address = other.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const list = () => keyhold(['accounts', 'list'], { KEYHOLD_URL: url, KEYHOLD_TOKEN: 'x' });
    while (replies.length > 1) {
      const [reply] = replies;
      const { stderr } = await list();
      expect([reply, stderr]).toEqual([reply, `The server at ${url} is not a Keyhold server. Correct the address.\n`]);
    }
    expect((await list()).stderr).toBe(`The answer of ${url} was cut off. Try again.\n`);
    other.close();
    expect((await keyhold(['accounts', 'list'], { KEYHOLD_URL: 'nowhere', KEYHOLD_TOKEN: 'x' })).code).toBe(2);
  });
});
