import type { ServiceAccount, ServiceAccountToken } from '@keyhold/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';
import { inTransaction } from '../db/database.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

const root = (...args: string[]) => test.run(test.people.root, ...args);
const inAcme = ['--account', 'Acme Print'] as const;

it('a service account is created with roles by name, gets a token, uses it, and loses it', async () => {
  const created = await root('service-accounts', 'create', 'Nightly export', ...inAcme, '--role', 'administrator');
  expect([created.code, created.stderr]).toEqual([0, '']);
  const { items } = await test.json<{ items: ServiceAccount[] }>('service-accounts', 'list', ...inAcme);
  expect(items).toEqual([expect.objectContaining({ name: 'Nightly export', roles: [expect.any(String)] })]);
  expect((await root('service-accounts', 'list', ...inAcme)).stdout).toContain('Administrator');

  const made = await root('tokens', 'create', 'nightly export', ...inAcme, '--name', 'Warehouse', '--days', '30');
  const [secret = ''] = made.stdout.split('\n');
  expect(secret).toMatch(/^kh_[0-9A-Za-z]{49}$/);
  const byToken = () => keyhold(['users', 'list'], { KEYHOLD_URL: test.address, KEYHOLD_TOKEN: secret });
  expect(await byToken()).toMatchObject({ code: 0, stdout: expect.stringContaining(test.people.acmeUser.email) });

  const tokens = await test.json<{ items: ServiceAccountToken[] }>('tokens', 'list', 'Nightly export', ...inAcme);
  expect(tokens.items).toMatchObject([{ name: 'Warehouse', prefix: secret.slice(0, 9) }]);
  const revoked = await root('tokens', 'revoke', 'Nightly export', 'Warehouse', 'Nothing', ...inAcme);
  expect(revoked.code).toBe(1);
  expect(revoked.stdout).toContain(`Revoked ${secret.slice(0, 9)}…`);
  expect(revoked.stdout).toContain('There is no token Nothing.');
  expect(await byToken()).toMatchObject({ code: 1 });

  expect((await root('service-accounts', 'delete', 'Nightly export', ...inAcme)).stdout).toContain('Deleted');
  const gone = await root('tokens', 'list', 'Nightly export', ...inAcme);
  expect([gone.code, gone.stderr]).toEqual([
    1,
    'There is no service account called Nightly export. See: keyhold service-accounts list\n',
  ]);
});

it('a token requires a sign-in within the last ten minutes', async () => {
  await root('service-accounts', 'create', 'Late', ...inAcme);
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update sessions set "proven-on" = now() - interval '11 minutes' where "user-id" = ${test.people.root.id}`.execute(
      tx,
    ),
  );
  const late = await root('tokens', 'create', 'Late', ...inAcme);
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`update sessions set "proven-on" = now() where "user-id" = ${test.people.root.id}`.execute(tx),
  );
  expect([late.code, late.stderr]).toEqual([
    1,
    'Prove first that it is still you.\nSign in again with: keyhold login. In the browser, choose "Use another account".\n',
  ]);
});

it('an unknown role and an invalid address range are refused with a message', async () => {
  const mightier = await test.run(
    test.people.acmeAdmin,
    'service-accounts',
    'create',
    'Mighty',
    ...inAcme,
    '--role',
    'Root',
  );
  expect(mightier.code).toBe(1);
  await root('service-accounts', 'create', 'Office', ...inAcme, '--description', 'At the desk');
  const wrong = await root('tokens', 'create', 'Office', ...inAcme, '--address', '192.0.2.7');
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    'Addresses are written as 192.0.2.0/24 or 2001:db8::/32; a single one as 192.0.2.7/32.\n',
  ]);
  await root('tokens', 'create', 'Office', ...inAcme, '--address', '192.0.2.0/24', '2001:db8::/32');
  expect((await root('tokens', 'list', 'Office', ...inAcme)).stdout).toContain('192.0.2.0/24, 2001:db8::/32');
});
