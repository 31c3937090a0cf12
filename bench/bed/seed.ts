import { consumePolicy } from '@keyhold/contract';
import { pino } from 'pino';
import { connect, inTransaction } from '../../apps/server/src/db/database.ts';
import { fromNow, now } from '../../apps/server/src/db/expressions.ts';
import { openListener } from '../../apps/server/src/db/listener.ts';
import { catalogueRnOf, type Installation, rnOf } from '../../apps/server/src/installation.ts';
import { createRoles } from '../../apps/server/src/modules/accounts/accounts.ts';
import { signRefreshToken } from '../../apps/server/src/modules/oauth/tokens.ts';
import { beginSession } from '../../apps/server/src/modules/sessions/begin-session.ts';
import { hashOne } from '../../apps/server/src/passwords/hasher.ts';
import { openSecretBox } from '../../apps/server/src/secrets/secret-box.ts';
import { readConfiguration } from '../../apps/server/src/start/configuration.ts';
import { readInstallation } from '../../apps/server/src/start/first-start.ts';
import { createChanges } from '../../apps/server/src/streams/changes.ts';
import { openSigningKeys } from '../../apps/server/src/tokens/signing-keys.ts';
import { hashOfToken, newTokenSecret, prefixOfToken } from '../../apps/server/src/tokens/token-secret.ts';
import { signToken } from '../../apps/server/src/tokens/tokens.ts';
import { secretKey } from './node.ts';

/** The password of all people that a seed creates. */
export const seedPassword = 'correct horse battery';

/** A signed-in user. */
export interface SeededPerson {
  readonly id: string;
  readonly rn: string;
  readonly accountId: string;
  readonly email: string;
  /** A session's token, for `Authorization: Bearer`. */
  readonly token: string;
}

/** A new session of an application. */
export interface SeededSession {
  readonly id: string;
  readonly expiresOn: Date;
  /** The token that renews it. */
  readonly refreshToken: string;
}

export interface SeededLicense {
  readonly id: string;
  readonly rn: string;
}

/** Inserts the data of a run by the server's own code, without HTTP. */
export interface Seed {
  readonly installation: Installation;
  /** Returns the new account's id. */
  createAccount(name: string): Promise<string>;
  /**
   * Creates people and signs them in.
   *
   * @param options.role the name of a built-in role of the account; none by default
   */
  createPeople(account: string, count: number, options?: { readonly role?: string }): Promise<SeededPerson[]>;
  /** Adds a product, with the times of its leases in seconds, and returns its rn. */
  createProduct(
    id: string,
    times?: { readonly heartbeat?: number; readonly lease?: number; readonly grace?: number },
  ): Promise<string>;
  /** Issues perpetual licenses that everyone in the account may consume. */
  issueLicenses(account: string, productId: string, count: number): Promise<SeededLicense[]>;
  /** Registers an application of a product, by its short id. */
  registerApplication(id: string, productId: string): Promise<void>;
  /** Creates people, and signs each of them in through an application. */
  signInByApplication(account: string, application: string, count: number): Promise<SeededSession[]>;
  /** Creates a service account that may act as a directory, and returns its token. */
  createDirectoryToken(account: string): Promise<string>;
  close(): Promise<void>;
}

/** Rows per statement. */
const batch = 200;

/** Opens a seed on a database that a server has migrated. */
export async function openSeed(connectionString: string): Promise<Seed> {
  const db = connect(connectionString, 4);
  const configuration = readConfiguration([], {});
  if (!configuration) throw new Error('There is no configuration.');
  const installation = await readInstallation(db, configuration);
  const log = pino({ level: 'silent' });
  const listener = await openListener(connectionString, log);
  const keys = openSigningKeys(
    db,
    createChanges(listener),
    openSecretBox({ given: [secretKey], file: '', make: false }),
    log,
  );
  const passwordHash = await hashOne(seedPassword);
  const caller = { installation, origin: { requestId: '', address: '127.0.0.1', userAgent: 'bench' } };
  let made = 0;

  async function createSome(account: string, count: number, role: string | undefined): Promise<SeededPerson[]> {
    const started = await inTransaction(db, 'every account', async (tx) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        'account-id': account,
        email: `person-${made + index + 1}@${account.slice(-6)}.example`,
        'first-name': 'Person',
        'last-name': String(made + index + 1),
        status: 'Active' as const,
        'password-hash': passwordHash,
      }));
      const users = await tx.insertInto('users').values(rows).returning(['id', 'email']).execute();
      if (role !== undefined) {
        const { id } = await tx
          .selectFrom('roles')
          .select('id')
          .where('account-id', '=', account)
          .where('name', '=', role)
          .executeTakeFirstOrThrow();
        const given = users.map((user) => ({ 'user-id': user.id, 'role-id': id, 'account-id': account }));
        await tx.insertInto('user-roles').values(given).execute();
      }
      const sessions = [];
      for (const { id, email } of users) {
        const begun = await beginSession(tx, caller, { id, accountId: account, passwordHash }, 12);
        if (!begun) throw new Error(`${email} cannot sign in.`);
        sessions.push({ id, email, ...begun });
      }
      return sessions;
    });
    made += count;
    return Promise.all(
      started.map(async ({ id, email, session, user }) => ({
        id,
        rn: rnOf(installation, account, 'user', id),
        accountId: account,
        email,
        token: await signToken(keys, session, user),
      })),
    );
  }

  const createPeople: Seed['createPeople'] = async (account, count, { role } = {}) => {
    const people: SeededPerson[] = [];
    while (people.length < count)
      people.push(...(await createSome(account, Math.min(batch, count - people.length), role)));
    return people;
  };

  return {
    installation,
    createAccount: (name) =>
      inTransaction(db, 'every account', async (tx) => {
        const { id } = await tx
          .insertInto('accounts')
          .values({ name, status: 'Active' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await createRoles(tx, id, { provider: false });
        return id;
      }),
    createPeople,
    async createProduct(id, { heartbeat = 30, lease = 90, grace = 0 } = {}) {
      const times = { 'heartbeat-seconds': heartbeat, 'lease-seconds': lease, 'grace-seconds': grace };
      await inTransaction(db, 'every account', (tx) =>
        tx
          .insertInto('products')
          .values({ id, name: id, ...times })
          .execute(),
      );
      return catalogueRnOf(installation, 'product', id);
    },
    async issueLicenses(account, productId, count) {
      const licenses: SeededLicense[] = [];
      while (licenses.length < count) {
        const rows = Array.from({ length: Math.min(batch, count - licenses.length) }, () => {
          made += 1;
          return {
            id: `BENCH-${account.slice(-6)}-${String(made).padStart(7, '0')}`.toUpperCase(),
            'account-id': account,
            'product-id': productId,
            type: 'Perpetual' as const,
            version: '26.1',
            'expiry-perpetual': true,
            policies: JSON.stringify([consumePolicy({ kind: 'Everyone' })]),
          };
        });
        await inTransaction(db, 'every account', (tx) => tx.insertInto('licenses').values(rows).execute());
        licenses.push(...rows.map(({ id }) => ({ id, rn: rnOf(installation, account, 'license', id) })));
      }
      return licenses;
    },
    async registerApplication(id, productId) {
      await inTransaction(db, 'every account', (tx) =>
        tx.insertInto('applications').values({ id, name: id, 'product-id': productId }).execute(),
      );
    },
    async signInByApplication(account, application, count) {
      const people = await createPeople(account, count);
      const sessions = await inTransaction(db, 'every account', (tx) =>
        tx
          .updateTable('sessions')
          .set({ 'application-id': application, renewals: 0, 'renewed-on': now })
          .where(
            'user-id',
            'in',
            people.map(({ id }) => id),
          )
          .returning(['id', 'expires-on'])
          .execute(),
      );
      return Promise.all(
        sessions.map(async ({ id, 'expires-on': expiresOn }) => {
          const session = { id, expiresOn, renewals: 0, renewedOn: new Date() };
          return { id, expiresOn, refreshToken: await signRefreshToken(keys, session) };
        }),
      );
    },
    async createDirectoryToken(account) {
      const statement = { actions: ['iam:Directory'], effect: 'Allow', principals: [], conditions: [], resources: [] };
      const policies = JSON.stringify([{ name: 'Directory', statements: [statement] }]);
      const secret = newTokenSecret();
      await inTransaction(db, 'every account', async (tx) => {
        const { id } = await tx
          .insertInto('service-accounts')
          .values({ 'account-id': account, name: 'Directory', policies })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('service-account-tokens')
          .values({
            'account-id': account,
            'service-account-id': id,
            name: 'Bench',
            prefix: prefixOfToken(secret),
            hash: hashOfToken(secret) as Buffer,
            addresses: [],
            'expires-on': fromNow({ days: 1 }),
          })
          .execute();
      });
      return secret;
    },
    async close() {
      await listener.close();
      await db.destroy();
    },
  };
}
