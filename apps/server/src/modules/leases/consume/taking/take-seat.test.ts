import { consumePolicy } from '@keyhold/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../../test/app.ts';
import { consumeBody, createLicense, createProduct } from '../../../../../test/licensing/leases.ts';
import type { Actor } from '../../../../access/actor.ts';
import { inTransaction } from '../../../../db/database.ts';
import { takeFirstFreeSeat } from './take-seat.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('takes the first free seat whose policies are unchanged since the decision', async () => {
  const product = await createProduct(test);
  const { acmeUser } = test.people;
  const { installation, db } = test.services;
  const actor: Actor = {
    installation,
    origin: { requestId: '', address: '127.0.0.1', userAgent: 'test' },
    accountId: acmeUser.accountId,
    userId: acmeUser.id,
    sessionId: acmeUser.id,
    sessionVersion: 0,
    rn: acmeUser.rn,
    email: acmeUser.email,
    name: 'Ugo',
    policies: [],
    crossesAccounts: false,
  };
  const keys: string[] = [];
  for (const fields of [{ status: 'Suspended' }, {}, {}] as const) {
    keys.push((await createLicense(test, acmeUser.accountId, { kind: 'Everyone' }, fields)).id);
  }
  // The seat of no candidate is never taken.
  await createLicense(test, acmeUser.accountId, { kind: 'Everyone' });
  const take = (device: string, policies: ReturnType<typeof consumePolicy>[]) =>
    inTransaction(db, { account: acmeUser.accountId }, async (tx) => {
      const body = consumeBody(product, { device });
      return (await takeFirstFreeSeat(tx, actor, body, { keys, policies }, { releasedOn: null, version: null }))?.id;
    });
  const everyone = [consumePolicy({ kind: 'Everyone' })];
  // The policies have changed since they were read.
  expect(await take('first', [consumePolicy({ kind: 'User', user: acmeUser.rn })])).toBeUndefined();
  expect(await take('first', everyone)).toBe(keys[1]);
  expect(await take('second', everyone)).toBe(keys[2]);
  expect(await take('third', everyone)).toBeUndefined();
});
