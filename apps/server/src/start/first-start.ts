import { commandApplication } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../db/database.ts';
import { StartError } from '../db/start-error.ts';
import { storedEmail } from '../email-address.ts';
import type { Installation } from '../installation.ts';
import { createRoles } from '../modules/accounts/accounts.ts';
import { endIssuedKeys, issueActivationKey } from '../modules/auth/links/activation-keys.ts';
import type { Configuration } from './configuration.ts';

/**
 * Reads the installation from the database, or creates it: its region and the provider account. If several nodes start
 * on an empty database, it is created once.
 *
 * @throws {StartError} when the configuration contradicts the existing database.
 */
export async function readInstallation(db: Database, configuration: Configuration): Promise<Installation> {
  return inTransaction(db, 'every account', async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('keyhold installation'))`.execute(tx);
    const existing = await tx.selectFrom('installation').selectAll().executeTakeFirst();
    const made = existing ?? (await makeInstallation(tx, configuration));
    const { providerAccountId } = configuration;
    if (providerAccountId && providerAccountId !== made['provider-account-id']) {
      throw new StartError(
        `KEYHOLD_PROVIDER_ACCOUNT_ID is ${providerAccountId}, but this database was created with ${made['provider-account-id']}. Remove the setting, or choose another database.`,
      );
    }
    return installationOf(configuration, made);
  });
}

/** The installation, from its row in the database and the configuration. */
export function installationOf(
  configuration: Configuration,
  made: { readonly region: string; readonly 'provider-account-id': string },
): Installation {
  return {
    region: made.region,
    providerAccountId: made['provider-account-id'],
    providerEmailDomain: configuration.providerEmailDomain,
    sharedProductId: configuration.sharedProductId,
    productTitle: configuration.productTitle,
    publicUrl: configuration.publicUrl,
  };
}

async function makeInstallation(tx: Transaction, configuration: Configuration) {
  const account = await tx
    .insertInto('accounts')
    .values({
      ...(configuration.providerAccountId ? { id: configuration.providerAccountId } : {}),
      name: configuration.productTitle,
      description: 'The provider of this service.',
      status: 'Active',
      // Users of a demo sign in with the passwords that it prints.
      'second-factor': configuration.demo ? 'off' : 'administrators',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createRoles(tx, account.id, { provider: true });
  await tx.insertInto('applications').values({ id: commandApplication, name: 'Keyhold command' }).execute();
  const installation = { region: configuration.region, 'provider-account-id': account.id };
  await tx.insertInto('installation').values(installation).execute();
  return installation;
}

/** Days until the link for the first Root Administrator expires. */
const firstLinkDays = 30;
/** Servers that start within this many minutes each print a link; each link works until one is used. */
const startTogetherMinutes = 10;

/**
 * Issues a one-time activation link for the first Root Administrator, while there is no active one.
 *
 * @returns the link, or null if there is already an active Root Administrator
 * @throws {StartError} when a user has this e-mail already.
 */
export async function firstRootLink(db: Database, installation: Installation, email: string): Promise<string | null> {
  const account = installation.providerAccountId;
  return inTransaction(db, { account }, async (tx) => {
    const role = await tx
      .selectFrom('roles')
      .select('id')
      .where('account-id', '=', account)
      .where('name', '=', 'Root Administrator')
      .forUpdate()
      .executeTakeFirstOrThrow();
    const roots = await tx
      .selectFrom('user-roles')
      .innerJoin('users', 'users.id', 'user-roles.user-id')
      .select(['users.id', 'users.status'])
      .where('user-roles.role-id', '=', role.id)
      .where('users.deleted-on', 'is', null)
      .orderBy('users.created-on')
      .execute();
    if (roots.some((root) => root.status === 'Active')) return null;
    const pending = roots.find((root) => root.status === 'Pending');
    const userId = pending?.id ?? (await createRoot(tx, account, email, role.id));
    await endIssuedKeys(tx, userId, { keepMinutes: startTogetherMinutes });
    const key = await issueActivationKey(tx, {
      userId,
      accountId: account,
      purpose: 'activation',
      validDays: firstLinkDays,
      mailed: false,
      issuedBy: null,
    });
    return `${installation.publicUrl}/activate?activation-key=${key}`;
  });
}

async function createRoot(tx: Transaction, account: string, email: string, roleId: string): Promise<string> {
  const created = await tx
    .insertInto('users')
    .values({ 'account-id': account, email: storedEmail(email), 'first-name': 'Root', 'last-name': 'Administrator' })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) {
    throw new StartError(
      `There is no active Root Administrator, but a user with the e-mail ${email}. Set KEYHOLD_ROOT_EMAIL to the e-mail of a new one.`,
    );
  }
  const { id } = created;
  await tx.insertInto('user-roles').values({ 'user-id': id, 'role-id': roleId, 'account-id': account }).execute();
  await tx
    .updateTable('accounts')
    .set({ 'owner-id': id })
    .where('id', '=', account)
    .where('owner-id', 'is', null)
    .execute();
  return id;
}
