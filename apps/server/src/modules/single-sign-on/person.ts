import { emailSchema, nameLimit, nameSchema } from '@keyhold/contract';
import { type Actor, authorOf, type Caller, fullName } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { anyFolded, clock } from '../../db/expressions.ts';
import { domainOf, emailForms, storedEmail } from '../../email-address.ts';
import { activateAccountOf } from '../../records/accounts.sql.ts';
import { userResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { endActivationKeys } from '../auth/links/activation-keys.ts';
import { confirmEmail, noteConfirmation } from '../auth/links/email-confirmation.ts';
import { type Connection, findConnection } from './connections/connections.sql.ts';
import { connectionRemoved, SignInFailure } from './failures.ts';
import { followTags } from './follow-tags.ts';
import { type Claims, textOf, verifiedEmail } from './id-token.ts';

interface Person {
  readonly connection: Connection;
  readonly claims: Claims;
}

/**
 * The user of a person at an account's provider, ready to be signed in: found, linked or created, Active, and with the
 * tags that the provider names.
 *
 * @throws {SignInFailure} when there is no such user, or they may not sign in
 */
export async function userOf(tx: Transaction, caller: Caller, account: string, claims: Claims): Promise<string> {
  const connection = await lockConnection(tx, account);
  const person = { connection, claims };
  const linked = await findLinked(tx, person);
  const id = linked ?? (await link(tx, caller, person));
  const actor = await asThemselves(tx, caller, account, id);
  await activate(tx, actor);
  await confirmClaimed(tx, actor, claims);
  if (connection['tags-claim'] !== null) await followTags(tx, actor, claims, connection['tags-claim']);
  return id;
}

/** Locks the account, which every change locks before its users, and reads its current connection. */
async function lockConnection(tx: Transaction, account: string): Promise<Connection> {
  const status = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', account)
    .where('deleted-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const connection = await findConnection(tx, account);
  if (!status || !connection) throw connectionRemoved();
  if (status.status === 'Inactive') throw new SignInFailure('account-inactive', 'The account is inactive.');
  return connection;
}

/** The user who is linked with a person. Deletes the link when the user was deleted. */
async function findLinked(tx: Transaction, { connection, claims }: Person): Promise<string | null> {
  const identity = tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user-id')
    .select(['users.id', 'users.deleted-on'])
    .where('identities.account-id', '=', connection['account-id'])
    .where('issuer', '=', claims.iss)
    .where('subject', '=', claims.sub)
    .where('generation', '=', connection.generation);
  const found = await identity.executeTakeFirst();
  if (!found) return null;
  if (found['deleted-on'] === null) return found.id;
  await tx.deleteFrom('identities').where('user-id', '=', found.id).execute();
  return null;
}

/**
 * Links a person with the user of their e-mail, or with a new one. This requires an e-mail that the provider has
 * verified, of a domain that the account has proven, and a user of the account who is linked with nobody else at the
 * provider.
 */
async function link(tx: Transaction, caller: Caller, { connection, claims }: Person): Promise<string> {
  const account = connection['account-id'];
  const claimedEmail = verifiedEmail(claims);
  const claimed = { subject: claims.sub, email: textOf(claims['email']) };
  const refuse = (code: SignInFailure['code'], reason: string): never => {
    throw new SignInFailure(code, reason, claimed);
  };
  if (claimedEmail === null) {
    return refuse('sign-in-failed', 'The provider does not say that it has verified the e-mail.');
  }
  const domain = domainOf(claimedEmail);
  const proven = connection.domains.some((one) => one.name === domain && one['verified-on'] !== null);
  if (!proven) return refuse('sign-in-failed', 'The e-mail is of no domain that this account has proven.');
  const read = emailSchema.safeParse(claimedEmail);
  if (!read.success) return refuse('sign-in-failed', 'The e-mail is none that a user can have here.');
  const email = storedEmail(read.data);
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('account-id', '=', account)
    .where('folded-email', '=', anyFolded(emailForms(email)))
    .where('deleted-on', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known && !connection['create-users']) return refuse('not-invited', 'There is no user with this e-mail.');
  const id = known?.id ?? (await createUser(tx, caller, connection, claims, email));
  const { generation } = connection;
  // Links of the connection's earlier clients have ended.
  await tx
    .deleteFrom('identities')
    .where('account-id', '=', account)
    .where('generation', '<>', generation)
    .where(({ or, and, eb }) =>
      or([eb('user-id', '=', id), and([eb('issuer', '=', claims.iss), eb('subject', '=', claims.sub)])]),
    )
    .execute();
  const linked = await tx
    .insertInto('identities')
    .values({ 'account-id': account, issuer: claims.iss, subject: claims.sub, 'user-id': id, generation })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('user-id')
    .executeTakeFirst();
  if (!linked) return refuse('sign-in-failed', 'The user of this e-mail is linked with another person (sub) already.');
  const actor = await asThemselves(tx, caller, account, id);
  await audit(tx, actor, {
    action: 'auth:LinkUser',
    resource: actor.rn,
    after: { issuer: claims.iss, subject: claims.sub },
  });
  return id;
}

async function createUser(
  tx: Transaction,
  caller: Caller,
  connection: Connection,
  claims: Claims,
  email: string,
): Promise<string> {
  const account = connection['account-id'];
  const { id } = await tx
    .insertInto('users')
    .values({
      'account-id': account,
      email,
      ...namesOf(claims, email),
      status: 'Active',
      'email-confirmed-on': clock,
      'confirmed-email': email,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(
      () => new SignInFailure('sign-in-failed', 'The e-mail is that of a user of another account.'),
    );
  const roles = connection['role-ids'].map((role) => ({ 'user-id': id, 'role-id': role, 'account-id': account }));
  if (roles.length > 0) await tx.insertInto('user-roles').values(roles).execute();
  const after = userResource(caller.installation, await findUser(tx, await asThemselves(tx, caller, account, id), id));
  await audit(tx, caller, { action: 'iam:CreateUser', resource: after.rn, after });
  return id;
}

/** Confirms the e-mail of a user whose provider has verified it. */
async function confirmClaimed(tx: Transaction, actor: Actor, claims: Claims): Promise<void> {
  const email = verifiedEmail(claims);
  if (email === null || storedEmail(email).toLowerCase() !== actor.email.toLowerCase()) return;
  const open = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', actor.userId)
    .where('email-confirmed-on', 'is', null)
    .executeTakeFirst();
  if (!open) return;
  await confirmEmail(tx, actor.userId);
  await noteConfirmation(tx, actor, actor.email);
}

/** The names of a new user: from the provider's claims, or from the e-mail. */
function namesOf(claims: Claims, email: string) {
  const [first = '', ...others] = nameIn(claims['name']).split(' ');
  const [local = email] = email.split('@');
  return {
    'first-name': nameIn(claims['given_name']) || first || local.slice(0, nameLimit),
    'last-name': nameIn(claims['family_name']) || others.join(' ') || local.slice(0, nameLimit),
  };
}

/** A claim as a name, by the rules for names; '' for anything else. */
function nameIn(claim: unknown): string {
  const text = typeof claim === 'string' ? claim.normalize('NFC').trim().slice(0, nameLimit) : '';
  // Cutting may leave half a character.
  return nameSchema.catch('').parse(text.replace(/[\p{Cc}\p{Cs}]/gu, ' '));
}

/** A user as the author of the changes by their own sign-in, without any rights. */
async function asThemselves(tx: Transaction, caller: Caller, account: string, id: string): Promise<Actor> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'first-name', 'last-name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...authorOf(caller, { id, accountId: account, name: fullName(user), email: user.email }),
    accountId: account,
    userId: id,
    sessionId: '',
    sessionVersion: 0,
    policies: [],
    crossesAccounts: false,
  };
}

/** Activates an invited user, and rejects a deactivated one. */
async function activate(tx: Transaction, actor: Actor): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (user.status === 'Inactive')
    throw new SignInFailure('user-inactive', 'The user is inactive.', { email: actor.email });
  if (user.status === 'Active') return;
  await endActivationKeys(tx, actor.userId);
  await tx.updateTable('users').set({ status: 'Active', 'updated-on': clock }).where('id', '=', actor.userId).execute();
  await audit(tx, actor, {
    action: 'auth:Activate',
    resource: actor.rn,
    before: { status: user.status },
    after: { status: 'Active' },
  });
  await activateAccountOf(tx, actor, actor.accountId, actor.userId);
}
