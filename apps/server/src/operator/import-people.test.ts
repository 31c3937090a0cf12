import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account, User } from '@keyhold/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorTest, type OperatorTest } from '../../test/operator.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

const root = (...args: string[]) => test.run(test.people.root, ...args);
const inAcme = ['--account', 'Acme Print'];

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(test.folder, name);
  await writeFile(path, content);
  return path;
}

async function user(email: string): Promise<User | undefined> {
  const { items } = await test.json<{ items: User[] }>('users', 'list', ...inAcme, '--search', email);
  return items.find((one) => one.email === email);
}

describe('users import', () => {
  // Windows-1252, as a spreadsheet in German writes it.
  const sheet = Buffer.from(
    'E-Mail;Vorname;Nachname;Titel;Rollen;Abteilung\r\nmax@acme.example;Max;Müller;Dr.;Administrator;A\r\n\r\nnobody;Nora;Niemand;;;B\r\n',
    'latin1',
  );

  it('checks, imports, and reports refused rows by their lines', async () => {
    const path = await file('people.csv', sheet);
    const checked = await root('users', 'import', path, ...inAcme, '--check');
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^LINE +EMAIL +PROBLEM\n4 +nobody +email: Invalid email\n/);
    expect(checked.stdout).toContain('Columns that are not imported: Abteilung.\n');
    expect(checked.stdout).toContain('Checked, nothing was changed: 1 created, 0 changed, 0 unchanged, 1 refused.');
    expect(await user('max@acme.example')).toBeUndefined();

    const imported = await root('users', 'import', path, ...inAcme, '--invite', '--json');
    expect(imported.code).toBe(1);
    expect(JSON.parse(imported.stdout)).toMatchObject({
      totals: { create: 1, update: 0, unchanged: 0, refuse: 1 },
      items: [
        { line: 2, email: 'max@acme.example', outcome: 'create' },
        { line: 4, email: 'nobody', outcome: 'refuse', problems: [{ path: 'email', message: 'Invalid email' }] },
      ],
    });
    expect(await user('max@acme.example')).toMatchObject({ 'last-name': 'Müller', mail: { status: 'waiting' } });
    expect((await root('users', 'import', path, ...inAcme)).stdout).toContain('0 created, 0 changed, 1 unchanged');
  });

  it('changes people with --update, in chunks', async () => {
    const row = (index: number) => `many-${index}@acme.example,Many,"Row ${index}"`;
    const rows = Array.from({ length: 1010 }, (_, index) => row(index)).join('\n');
    const path = await file('many.csv', `Email,First name,Last name\n${rows}\n`);
    const { totals } = await test.json<{ totals: object }>('users', 'import', path, ...inAcme);
    expect(totals).toEqual({ create: 1010, update: 0, unchanged: 0, refuse: 0 });
    const changed = await file('changed.csv', "Email,Title\nMANY-7@acme.example,'=Prof.\nmany-8@acme.example,\n");
    expect((await root('users', 'import', changed, ...inAcme)).stdout).toMatch(
      /^2 +MANY-7@acme\.example +email: This email already exists\.$/m,
    );
    const updated = await root('users', 'import', changed, ...inAcme, '--update');
    expect([updated.code, updated.stdout]).toEqual([0, 'Imported: 0 created, 1 changed, 1 unchanged, 0 refused.\n']);
    expect(await user('many-7@acme.example')).toMatchObject({ title: '=Prof.' });
  });

  it.each([
    ['a quote that is not closed', 'email\na@acme.example\n"b', 'Line 3: a quotation mark is not closed.'],
    ['a character that cannot be read', 'email\na\uFFFD', 'Line 2: it has a character that cannot be read.'],
  ])('refuses a file with %s, and imports nothing', async (_what, text, message) => {
    const path = await file('wrong.csv', text);
    const refused = await root('users', 'import', path, ...inAcme);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(`${path}: ${message}`);
    expect((await root('users', 'import', join(test.folder, 'none.csv'))).stderr).toContain('does not exist.');
  });
});

describe('users create and resend', () => {
  it('create a user, and mail links', async () => {
    const names = ['--first-name', 'Cora', '--last-name', 'Created'];
    const created = await root('users', 'create', 'cora@acme.example', ...names, ...inAcme, '--invite');
    expect(created.stdout).toMatch(/^Created cora@acme\.example \([0-9a-f-]{36}\)\. An activation link is sent/);
    expect(await user('cora@acme.example')).toMatchObject({ status: 'Pending', mail: { status: 'waiting' } });
    expect((await root('users', 'create', 'nameless@acme.example', ...inAcme)).stderr).toContain('Empty first name');
    const sent = await root('users', 'resend', 'cora@acme.example', test.people.acmeAdmin.email, ...inAcme);
    expect([sent.code, sent.stdout]).toEqual([
      1,
      expect.stringMatching(/cora@acme\.example +Sent\n.*Failed: This user has activated already/),
    ]);
  });
});

it('an account is created with its owner', async () => {
  const owner = ['--owner-email', 'olga@olive.example', '--owner-first-name', 'Olga', '--owner-last-name', 'Owner'];
  const created = await root('accounts', 'create', 'Olive Oil', ...owner);
  expect(created.stdout).toMatch(
    /^Created Olive Oil \([0-9a-f-]{36}\)\. An activation link is sent to olga@olive\.example\.\n$/,
  );
  const { items } = await test.json<{ items: Account[] }>('accounts', 'list', '--search', 'Olive Oil');
  expect(items[0]?.owner).toMatch(/:user:/);
  expect((await root('accounts', 'create', 'Half', '--owner-first-name', 'Olga')).stderr).toContain('--owner-email');
});

it('the audit log of all accounts is exported as CSV', async () => {
  const { code, stdout } = await root('audit', 'export', '--all-accounts', '--format', 'csv', '--separator', ';');
  expect([code, stdout.split('\r\n')[0]]).toEqual([
    0,
    'seq;on;actor;actor-name;account;action;resource;before;after;address;request-id;hash',
  ]);
});
