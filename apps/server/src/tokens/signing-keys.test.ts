import { SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { recordStatements } from '../../test/lists/recorded-statements.ts';
import { inTransaction } from '../db/database.ts';
import { generateSigningKey, unknownKeyCooldown } from './signing-keys.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A token whose header names a key that does not exist, so that its signature is never checked. */
function tokenOfUnknownKey(number: number): string {
  const header = Buffer.from(JSON.stringify({ alg: 'Ed25519', kid: `unknown-${number}` })).toString('base64url');
  return `${header}.e30.AAAA`;
}

async function statusOf(token: string): Promise<number> {
  const reply = await test.app.inject({ url: '/iam/v1/tags', headers: { authorization: `Bearer ${token}` } });
  return reply.statusCode;
}

describe('tokens of unknown keys', () => {
  it('take no lock and generate no key', async () => {
    const other = new pg.Client({ connectionString: test.connectionString });
    await other.connect();
    const generating = vi.spyOn(crypto.subtle, 'generateKey');
    try {
      await other.query("select pg_advisory_lock(hashtext('keyhold signing keys'))");
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, number) => statusOf(tokenOfUnknownKey(number))),
      );
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(generating).not.toHaveBeenCalled();
    } finally {
      generating.mockRestore();
      await other.end();
    }
  });

  it('cause at most one look-up per cooldown', async () => {
    const begin = performance.now();
    const found = await lookUps(200);
    expect(found).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begin) / unknownKeyCooldown));
  });

  it('are accepted once their key is found, even when its announcement was lost', async () => {
    const { 'private-key': privateKey, ...row } = await generateSigningKey();
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .insertInto('signing-keys')
        .values({ ...row, 'private-key': privateKey })
        .execute(),
    );
    const { acmeAdmin } = test.people;
    const [, payload = ''] = acmeAdmin.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'Ed25519', typ: 'JWT', kid: row.id })
      .sign(JSON.parse(privateKey));
    await vi.waitUntil(async () => (await statusOf(token)) === 200, soon);
    expect(await statusOf(acmeAdmin.token)).toBe(200);
  });
});

/** Counts the reads of the keys from the database while this many tokens of unknown keys are sent at once. */
async function lookUps(tokens: number): Promise<number> {
  const sent = await recordStatements(async () => {
    await Promise.all(Array.from({ length: tokens }, (_, number) => statusOf(tokenOfUnknownKey(number))));
  });
  return sent.flatMap(({ reads }) => reads).filter(({ text }) => text.includes('"signing-keys"')).length;
}
