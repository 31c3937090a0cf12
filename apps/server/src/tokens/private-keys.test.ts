import { randomBytes } from 'node:crypto';
import { importJWK } from 'jose';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { olderDatabase } from '../../test/database/older-database.ts';
import { connect, inTransaction } from '../db/database.ts';
import { migrate, migrations } from '../db/migrations/migrate.ts';
import { finishUpgradeJob } from '../jobs/finish-upgrade-job.ts';
import { rotateKeys } from '../operator/rotate-keys.ts';
import { openSecretBox, type SecretBox } from '../secrets/secret-box.ts';
import { openPrivateKey, sealPrivateKeys } from './private-keys.ts';
import { generateSigningKey, openSigningKeys } from './signing-keys.ts';

const tables = ['signing-keys', 'root-key'] as const;
const newKey = () => randomBytes(32).toString('base64url');
const boxOf = (...given: string[]) => openSecretBox({ given, file: '/nowhere/secret-keys', make: false });
const none = { payload: {}, chunk: 1, signal: new AbortController().signal };
const silent = { subscribe: () => () => undefined };
const noLog = { warn: () => undefined };

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A database of the previous version with a signing key, a retired one and a root key, upgraded but not finished. */
async function upgrading() {
  const older = await olderDatabase('0090');
  const { providerAccountId } = test.services.installation;
  await older.query(`insert into accounts (id, name) values ($1, 'Keyhold')`, [providerAccountId]);
  const [signing, retired, root] = await Promise.all([1, 2, 3].map(generateSigningKey));
  for (const [table, key, retiredOn] of [
    ['signing-keys', signing, null],
    ['signing-keys', retired, '2020-01-01'],
    ['root-key', root, null],
  ] as const) {
    const columns = retiredOn ? ', "retired-on"' : '';
    await older.query(
      `insert into "${table}" (id, "private-key", "public-key"${columns}) values ($1, $2, $3${retiredOn ? ', $4' : ''})`,
      [key?.id, key?.['private-key'], key?.['public-key'], ...(retiredOn ? [retiredOn] : [])],
    );
  }
  // As while servers of the previous version run: nothing is contracted.
  await migrate(older.address);
  const db = connect(older.address, 2);
  onTestFinished(() => db.destroy());
  const clear = async () =>
    (
      await older.query(
        `select id from "signing-keys" where "private-key" is not null union select id from "root-key" where "private-key" is not null order by 1`,
      )
    ).map(({ id }) => id);
  const finish = async (secrets: SecretBox) => {
    const job = finishUpgradeJob(older.address, () => sealPrivateKeys(db, secrets), 0);
    for (const _ of Object.keys(migrations)) await job.run(none);
  };
  return { ...older, db, clear, finish, signing, retired, root };
}

it('No private key is stored in clear in a new installation', async () => {
  await test.as(null, 'GET /license/v1/root-key');
  await rotateKeys(test.services, test.services.installation, caller(test));
  await inTransaction(test.services.db, 'every account', async (tx) => {
    for (const table of tables) {
      const rows = await tx.selectFrom(table).selectAll().execute();
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) expect(row['private-key'], table).toBeNull();
    }
  });
});

it('While older servers run, they read what this version seals; then the clear keys are removed', async () => {
  const { db, query, clear, finish, signing, root } = await upgrading();
  const secrets = boxOf(newKey());
  await sealPrivateKeys(db, secrets);
  await sealPrivateKeys(db, secrets);
  expect(await clear()).toHaveLength(3);
  await rotateKeys({ db, secrets }, test.services.installation, caller(test));
  // The new key for older servers, the root key, and the key that was retired before; the rotated one has no private half.
  const left = await clear();
  expect(left).toHaveLength(3);
  expect(left).not.toContain(signing?.id);

  await finish(secrets);
  expect(await clear()).toEqual([]);
  const stored = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('root-key').selectAll().executeTakeFirstOrThrow(),
  );
  expect(await openPrivateKey(secrets, 'root-key', stored)).toEqual(JSON.parse(root?.['private-key'] ?? ''));
  // An older command that still writes a clear key is repaired by the next start.
  await query(`update "signing-keys" set "retired-on" = now() where "retired-on" is null`);
  const late = await generateSigningKey();
  await query(`insert into "signing-keys" (id, "private-key", "public-key") values ($1, $2, $3)`, [
    late.id,
    late['private-key'],
    late['public-key'],
  ]);
  expect((await openSigningKeys(db, silent, secrets, noLog).current()).id).toBe(late.id);
  await finish(secrets);
  expect(await clear()).toEqual([]);
  const { privateKey } = await openSigningKeys(db, silent, secrets, noLog).current();
  expect(privateKey.export({ format: 'jwk' })).toMatchObject({ d: JSON.parse(late['private-key']).d });
});

it('Without a key for secrets, the private keys stay readable, and are sealed once there is one', async () => {
  const { db, clear, finish, signing, root } = await upgrading();
  const keyless = openSecretBox({ file: '/nowhere/secret-keys', make: false });
  await finish(keyless);
  expect(await clear()).toEqual([signing?.id, root?.id].toSorted());
  expect((await openSigningKeys(db, silent, keyless, noLog).current()).id).toBe(signing?.id);
  await finish(boxOf(newKey()));
  expect(await clear()).toEqual([]);
});

it('A rotation seals with the first key for secrets, so that the earlier one can be removed', async () => {
  const { db, query, finish } = await upgrading();
  const [old, fresh] = [newKey(), newKey()];
  await finish(boxOf(old));
  const secrets = boxOf(fresh, old);
  const { signing } = await rotateKeys({ db, secrets }, test.services.installation, caller(test));
  const only = boxOf(fresh);
  expect((await openSigningKeys(db, silent, only, noLog).current()).id).toBe(signing);
  const stored = await inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('root-key').selectAll().executeTakeFirstOrThrow(),
  );
  expect(await importJWK(await openPrivateKey(only, 'root-key', stored), 'Ed25519')).toBeDefined();
  const ids = await query(
    `select "private-key-secret" as sealed from "signing-keys" union all select "private-key-secret" from "root-key"`,
  );
  const [id] = await only.keyIds();
  for (const { sealed } of ids) if (sealed) expect((sealed as Buffer).subarray(0, 8)).toEqual(id);
});

it('A server without the key for secrets signs with a key of its own, says so, and the old key verifies and signs elsewhere', async () => {
  const { db, query, finish, signing } = await upgrading();
  const [old, fresh] = [newKey(), newKey()];
  await finish(boxOf(old));
  const lines: string[] = [];
  const log = { warn: (line: string) => lines.push(line) } as unknown as Logger;
  const opened = [1, 2].map(() => openSigningKeys(db, silent, boxOf(fresh), log));
  const [one, other] = await Promise.all(opened.map((keys) => keys.current()));
  expect(other?.id).toBe(one?.id);
  expect(one?.id).not.toBe(signing?.id);
  expect(await opened[0]?.publicKey(signing?.id ?? '')).not.toBeNull();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe(
    `The signing key ${signing?.id} was encrypted with a key for secrets that is not here. This server signs with the key ${one?.id} instead; tokens of the other one stay valid. Put the missing key into KEYHOLD_SECRET_KEYS or the file secret-keys, or run: keyhold keys rotate`,
  );
  // Neither a server with the old key nor the next start makes another one.
  expect((await openSigningKeys(db, silent, boxOf(old), noLog).current()).id).toBe(signing?.id);
  expect((await openSigningKeys(db, silent, boxOf(fresh), noLog).current()).id).toBe(one?.id);
  expect(await query('select id from "signing-keys" where "retired-on" is null')).toHaveLength(2);
  // A rotation retires what cannot be opened, and leaves the root key as it is.
  const [root] = await query('select "private-key-secret" from "root-key"');
  await rotateKeys({ db, secrets: boxOf(fresh) }, test.services.installation, caller(test));
  expect(await query('select id from "signing-keys" where "retired-on" is null')).toHaveLength(1);
  expect(await query('select "private-key-secret" from "root-key"')).toEqual([root]);
});

function caller({ services: { installation } }: TestApp) {
  return { installation, origin: { requestId: '', address: '', userAgent: '' } };
}
