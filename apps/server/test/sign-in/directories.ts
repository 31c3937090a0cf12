import { parseRn } from '@keyhold/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { inTransaction } from '../../src/db/database.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { createMaker, type Maker } from '../made/maker.ts';

/** A parsed SCIM reply. */
export interface ScimReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads the fields that its request is about
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** A directory that calls the app: a service account with a token. */
export type TestDirectory = Awaited<ReturnType<typeof createDirectory>>;

/**
 * Creates a service account with a token.
 *
 * @param options.actions its allowed actions
 */
export async function createDirectory(
  test: TestApp,
  account: string,
  { actions = ['iam:Directory'] }: { readonly actions?: readonly string[] } = {},
) {
  const make = createMaker(test);
  const machine = await make.serviceAccount(account);
  const statement = { actions: [...actions], effect: 'Allow', principals: [], conditions: [], resources: [] };
  const policies = JSON.stringify([{ name: 'Directory', statements: [statement] }]);
  await inTransaction(test.services.db, 'every account', (tx) =>
    tx.updateTable('service-accounts').set({ policies }).where('id', '=', machine.id).execute(),
  );
  const { secret } = await make.serviceAccountToken(machine);
  const bearer = { ...machine, accountId: parseRn(machine.rn).accountId, email: '', token: secret };
  return { ...machine, bearer, ask: scimClient(test, secret) };
}

/** Returns a function that sends SCIM requests with a token. */
export function scimClient(test: TestApp, token: string | null) {
  return async function ask(
    route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ScimReply> {
    const [method, path] = route.split(/ (.*)/s) as [InjectOptions['method'] & string, string];
    const response = await test.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.body ? response.json() : null,
      headers: response.headers,
    };
  };
}

/** An app with an account that uses tags, and one of its directories, for the tests of a file. */
export function openDirectoryTest() {
  const here = {} as { test: TestApp; make: Maker; directory: TestDirectory };
  beforeAll(async () => {
    here.test = await createTestApp();
    here.make = createMaker(here.test);
    await letUseTags(here.test, here.test.accounts.acme);
    here.directory = await createDirectory(here.test, here.test.accounts.acme);
  });
  afterAll(() => {
    here.test.services.streams.close();
    return here.test.close();
  });
  const ask: TestDirectory['ask'] = (...request) => here.directory.ask(...request);
  const person = (fields: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: here.make.email(),
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    ...fields,
  });
  return Object.assign(here, {
    ask,
    /** A user as sent by the directory. */
    person,
    /** Creates a user. */
    create: async (fields: object = {}) => (await ask('POST /Users', person(fields))).body,
    patch: (...operations: object[]) => ({ Operations: operations }),
    refusal: ({ status, body }: ScimReply) => [status, body.scimType],
    /** Makes calls as the account's administrator. */
    admin: (...rest: Parameters<TestApp['as']> extends [unknown, ...infer Rest] ? Rest : never) =>
      here.test.as(here.test.people.acmeAdmin, ...rest),
  });
}

/**
 * Gives an account a license of the Shared product, which allows it to use tags, and so to have groups.
 *
 * @param shared the product; by default the one that the installation's setting names
 */
export async function letUseTags(
  test: TestApp,
  account: string,
  shared: { readonly id: string; readonly shared: boolean | null } = {
    id: test.services.installation.sharedProductId,
    shared: null,
  },
): Promise<void> {
  await inTransaction(test.services.db, 'every account', async (tx) => {
    await tx
      .insertInto('products')
      .values({ ...shared, name: 'Shared' })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await tx
      .insertInto('licenses')
      .values({
        id: `SHARE-${account.slice(-12).toUpperCase()}`,
        'account-id': account,
        'product-id': shared.id,
        type: 'Perpetual',
        'expiry-perpetual': true,
        policies: '[]',
      })
      .execute();
  });
}
