import { randomBytes } from 'node:crypto';
import type { Lease, Place } from '@keyhold/contract';
import type { InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { inTransaction } from '../src/db/database.ts';
import { rnOf } from '../src/installation.ts';
import type { Metrics } from '../src/metrics/metrics.ts';
import { createRoles } from '../src/modules/accounts/accounts.ts';
import { beginSession } from '../src/modules/sessions/begin-session.ts';
import { createPasswordHasher, type PasswordHasher } from '../src/passwords/hasher.ts';
import type { Services } from '../src/services.ts';
import { type AppOptions, createApp } from '../src/start/app.ts';
import { readConfiguration } from '../src/start/configuration.ts';
import { openServices } from '../src/start/open-services.ts';
import { signToken } from '../src/tokens/tokens.ts';
import { createTestDatabase, type TestDatabase } from './database/database.ts';
import { assertDocumented } from './documented.ts';

/** The password of every test user. */
export const testPassword = 'correct horse battery';

/** A signed-in user to make calls as. */
export interface Person {
  readonly id: string;
  readonly rn: string;
  readonly accountId: string;
  readonly email: string;
  readonly token: string;
}

/** Any resource in a reply. */
export interface Thing {
  readonly rn: string;
  readonly id: string;
  readonly name: string;
  readonly roles: string[];
  readonly policies: unknown[];
  readonly [field: string]: unknown;
}

/** A parsed reply; which fields it has depends on the call. */
export interface TestReply {
  readonly status: number;
  readonly body: {
    readonly errors: string[];
    readonly problems?: { code: string; path?: string; message: string }[];
    readonly item: Thing;
    readonly items: Thing[];
    readonly resources: Record<string, Thing> & Thing[];
    readonly lease: Lease;
    readonly waiting: Place;
    readonly asked: number;
    readonly token: string;
    readonly activationKey: string;
    readonly total: number;
    readonly 'next-cursor': string | null;
  };
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** The hasher of all test apps of a process, and the hash of their users' password: its threads start as slowly as an app. */
let hashing: Promise<{ passwords: PasswordHasher; passwordHash: string }> | undefined;

async function startHashing() {
  const passwords = await createPasswordHasher();
  return { passwords, passwordHash: await passwords.hash(testPassword) };
}

/** The real app on its own database, with a provider account and two customers. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Options that differ from the default test app. */
export interface TestAppOptions extends Partial<AppOptions> {
  readonly log?: Logger;
  /** Settings of the server. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The migrated database of the app, if not a copy on the server of all tests. */
  readonly database?: () => Promise<TestDatabase>;
  /** Fills the database before the app opens it. */
  readonly prepare?: (connectionString: string) => Promise<void>;
  /** Creates the metrics of the app, from its services. */
  readonly measure?: (services: Services) => Metrics;
  /** Returns the address through which the app connects to its database, if not directly. */
  readonly route?: (connectionString: string) => Promise<string>;
}

/**
 * Starts the real app on a fresh database. `people` are signed in: one of each role in the provider account, an
 * administrator and a user in each of two customer accounts.
 *
 * @example
 * const test = await createTestApp();
 * const reply = await test.as(test.people.acmeAdmin, 'GET /iam/v1/tags');
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const database = await (options.database ?? createTestDatabase)();
  await options.prepare?.(database.connectionString);
  const log = options.log ?? pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  // A separate key, so that none is written to the data folder.
  const secretKey = randomBytes(32).toString('base64url');
  const configuration = readConfiguration([], { KEYHOLD_SECRET_KEYS: secretKey, ...options.environment });
  if (!configuration) throw new Error('There is no configuration.');
  hashing ??= startHashing();
  const { passwords, passwordHash } = await hashing;
  const opened = await openServices(configuration, {
    passwords,
    connectionString: (await options.route?.(database.connectionString)) ?? database.connectionString,
    directConnectionString: database.connectionString,
    poolSize: 10,
    pooled: false,
    log,
  });
  const { services } = opened;
  const { db, installation } = services;
  const app = await createApp(services, {
    consoleDirectory: null,
    trustProxy: false,
    corsOrigins: [],
    metrics: options.measure?.(services),
    ...options,
  });

  async function createAccount(name: string): Promise<string> {
    return inTransaction(db, 'every account', async (tx) => {
      const { id } = await tx
        .insertInto('accounts')
        .values({ name, status: 'Active' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await createRoles(tx, id, { provider: false });
      return id;
    });
  }

  async function createPerson(accountId: string, name: string, role: string | null): Promise<Person> {
    const email = `${name.toLowerCase()}@${accountId.slice(-6)}.example`;
    const { id, started } = await inTransaction(db, 'every account', async (tx) => {
      const user = await tx
        .insertInto('users')
        .values({
          'account-id': accountId,
          email,
          'first-name': name,
          'last-name': role ?? 'Person',
          status: 'Active',
          'password-hash': passwordHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (role) {
        const { id: roleId } = await tx
          .selectFrom('roles')
          .select('id')
          .where('account-id', '=', accountId)
          .where('name', '=', role)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('user-roles')
          .values({ 'user-id': user.id, 'role-id': roleId, 'account-id': accountId })
          .execute();
      }
      const caller = { installation, origin: { requestId: '', address: '127.0.0.1', userAgent: 'test' } };
      const started = await beginSession(tx, caller, { id: user.id, accountId, passwordHash }, 12);
      if (!started) throw new Error('Nobody signed in.');
      return { id: user.id, started };
    });
    const token = await signToken(services.keys, started.session, started.user);
    return { id, rn: rnOf(installation, accountId, 'user', id), accountId, email, token };
  }

  const provider = installation.providerAccountId;
  const acme = await createAccount('Acme Print');
  const birch = await createAccount('Birch Media');
  const people = {
    root: await createPerson(provider, 'Rosa', 'Root Administrator'),
    system: await createPerson(provider, 'Sami', 'System Administrator'),
    accountAdmin: await createPerson(provider, 'Aino', 'Account Administrator'),
    providerAdmin: await createPerson(provider, 'Petra', 'Administrator'),
    providerUser: await createPerson(provider, 'Pavel', null),
    acmeAdmin: await createPerson(acme, 'Ada', 'Administrator'),
    acmeUser: await createPerson(acme, 'Ugo', null),
    birchAdmin: await createPerson(birch, 'Bea', 'Administrator'),
    birchUser: await createPerson(birch, 'Bo', null),
  };

  async function as(
    person: Person | null,
    route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestReply> {
    const [method, url] = route.split(' ') as [InjectOptions['method'] & string, string];
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...(body === undefined && method !== 'POST' ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const reply = response.body ? response.json<TestReply['body']>() : ({} as TestReply['body']);
    assertDocumented(method, url, response.statusCode, reply);
    return { status: response.statusCode, body: reply, headers: response.headers };
  }

  return {
    app,
    services,
    connectionString: database.connectionString,
    /** Begins to stop at once. */
    stop() {
      opened.draining.abort();
      opened.stopping.abort();
    },
    accounts: { provider, acme, birch },
    people,
    createAccount,
    createPerson,
    as,
    close: async () => {
      await app.close();
      await opened.close();
      await database.drop();
    },
  };
}
