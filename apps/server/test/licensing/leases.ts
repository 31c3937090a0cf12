import { type Consumers, consumePolicy } from '@keyhold/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import type { LicensesTable } from '../../src/db/schema.ts';
import { catalogueRnOf, rnOf } from '../../src/installation.ts';
import { createTestApp, type Person, type TestApp } from '../app.ts';

export const studio = 'studio';
let made = 0;

type Choice = Exclude<Consumers, { kind: 'Custom policy' }>;

/** The consumers that most tests give a license. */
export const everyone = { kind: 'Everyone' } as const satisfies Choice;

/** A separate account with an administrator and a user, not shared with other tests. */
export async function openAccount(test: Pick<TestApp, 'createAccount' | 'createPerson'>) {
  const account = await test.createAccount(`Account ${Math.random()}`);
  const ada = await test.createPerson(account, 'Ada', 'Administrator');
  const ugo = await test.createPerson(account, 'Ugo', null);
  return { account, ada, ugo };
}

/** The fixtures of lease tests. */
export interface LeaseTest {
  test: TestApp;
  product: string;
  account: string;
  /** The account's administrator. */
  ada: Person;
  /** Its user. */
  ugo: Person;
}

/** Starts the app with a product, and opens a separate account for each test. The returned object is filled by then. */
export function openLeaseTest(): LeaseTest {
  const here = {} as LeaseTest;
  beforeAll(async () => {
    here.test = await createTestApp();
    here.product = await createProduct(here.test);
  });
  afterAll(() => here.test.close());
  beforeEach(async () => {
    Object.assign(here, await openAccount(here.test));
  });
  return here;
}

/** Like {@link openLeaseTest}, with a license that the user has consumed. */
export function openHeldLease() {
  const here = Object.assign(openLeaseTest(), { license: { id: '', rn: '' }, lease: {} as TestLease });
  beforeEach(async () => {
    here.license = await createLicense(here.test, here.account, everyone);
    here.lease = (await consume(here.test, here.ugo, here.product)).lease;
  });
  return here;
}

/** A product of the catalogue, by its rn. */
export async function createProduct(test: TestApp, id = studio): Promise<string> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .insertInto('products')
      .values({ id, name: id })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
  return catalogueRnOf(test.services.installation, 'product', id);
}

/** Issues a license to an account. */
export async function createLicense(
  test: TestApp,
  account: string,
  consumers: Choice,
  fields: Partial<Insertable<LicensesTable>> = {},
): Promise<{ readonly id: string; readonly rn: string }> {
  made += 1;
  const id = `TEST-${String(made).padStart(5, '0')}`;
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx
      .insertInto('licenses')
      .values({
        id,
        'account-id': account,
        'product-id': studio,
        type: 'Subscription',
        'expiry-perpetual': true,
        policies: JSON.stringify([consumePolicy(consumers)]),
        ...fields,
      })
      .execute(),
  );
  return { id, rn: rnOf(test.services.installation, account, 'license', id) };
}

/** Changes a license's row directly in the database, for example to simulate the passing of time. */
export async function setLicense(test: TestApp, id: string, fields: Updateable<LicensesTable>): Promise<void> {
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('licenses').set(fields).where('id', '=', id).execute(),
  );
}

/** Makes a license's lease expire. */
export async function lapse(test: TestApp, id: string): Promise<void> {
  await setLicense(test, id, { 'expires-at': sql<Date>`now() - interval '1 second'` as never });
}

/** A lease as returned by a reply. */
export interface TestLease {
  readonly id: string;
  readonly epoch: number;
  readonly license: string;
  readonly 'expires-in-ms': number;
  readonly 'next-heartbeat-ms': number;
  readonly token: string;
}

/** The body that a user's device sends to consume. */
export function consumeBody(product: string, { device = 'device-1', stream = 'run-1', ...rest } = {}) {
  return {
    product,
    client: { name: 'Studio', version: '26.1' },
    device: { id: device, name: 'Desk', os: 'Linux', user: 'ada', locale: 'en-GB' },
    'stream-id': stream,
    ...rest,
  };
}

/** Consumes, and returns status, lease and the refusal's code. */
export async function consume(
  test: TestApp,
  person: Person,
  product: string,
  options: Parameters<typeof consumeBody>[1] & Record<string, unknown> = {},
) {
  const reply = await test.as(person, 'POST /license/v1/leases', consumeBody(product, options));
  const problem = reply.body.problems?.[0] as Record<string, unknown> | undefined;
  return { status: reply.status, lease: reply.body['lease'] as unknown as TestLease, code: problem?.['code'], problem };
}
