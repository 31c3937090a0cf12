import { moveLimit, parseRn, rnSchema, type User } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../access/actor.ts';
import { idInRn, requireProviderStaff, uuidOf } from '../../access/guards.ts';
import { requireAuthorityOver } from '../../access/rights.ts';
import { audit } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf, clock } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { conflict, invalid, notFound, ProblemError } from '../../problem.ts';
import { type UserRow, userResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { endActivationKeys } from '../auth/links/activation-keys.ts';
import { endConfirmations } from '../auth/links/email-confirmation.ts';
import { endChallenges } from '../factors/challenges.ts';
import type { Ending } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { requireOwnDomain } from './email-domains.ts';
import { isLastAdministrator, lastAdministrator } from './last-administrator.ts';
import { requireAnotherRoot } from './last-root.ts';
import { withdrawUser } from './user-consequences.ts';

/** The ending of the licenses that a moved user holds. */
const userMoved: Ending = { reason: 'user-moved', message: 'Your user was moved to another account.' };

const unknownUser = () => invalid('users', 'There is no such user. Choose another one.');

/**
 * Moves people to another account: they keep id, name, password and factors; roles, tags, own policies, sessions, links
 * and leases of their account end.
 */
export const moveUsers: Operation<'moveUsers'> = async (tx, actor, { body }) => {
  requireProviderStaff(actor);
  const target = uuidOf(body['account-id']);
  const named = [...new Set(body.users)].slice(0, moveLimit).map((rn) => {
    const account = accountIn(rn);
    const id = account === null ? null : idInRn(actor, account, 'user', rn);
    if (account === null || id === null) throw unknownUser();
    return { account, id };
  });
  const accounts = [...new Set([target, ...named.map(({ account }) => account)])].toSorted();
  const kept = await tx
    .selectFrom('accounts')
    .select(['id', 'owner-id'])
    .where('id', '=', anyOf(accounts))
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (kept.every(({ id }) => id !== target)) throw notFound();
  const ids = named.map(({ id }) => id).toSorted();
  await sql`select from users where id = ${anyOf(ids)} order by id for update`.execute(tx);
  const moving: UserRow[] = [];
  for (const { account, id } of named.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (kept.every((each) => each.id !== account)) throw unknownUser();
    const user = await findUser(tx, actor, id).catch((error: unknown) => {
      throw error instanceof ProblemError && error.status === 404 ? unknownUser() : error;
    });
    if (user['account-id'] !== account) throw unknownUser();
    await requireAuthorityOver(tx, actor, user);
    if (account !== target) moving.push(user);
  }
  const owners = new Set(kept.map((account) => account['owner-id']));
  if (moving.some(({ id }) => owners.has(id))) {
    throw conflict('is-owner', 'The owner of an account cannot be moved. Make another user the owner first.');
  }
  for (const user of moving) await requireAnotherRoot(tx, actor, user);
  const items: User[] = [];
  for (const user of moving) {
    // Those before have left already, so that the last of several is noticed, too.
    if (await isLastAdministrator(tx, user)) throw lastAdministrator();
    await requireOwnDomain(tx, target, user.email);
    items.push(await move(tx, actor, user, target));
  }
  return { items };
};

/** The account in a resource name; null for a text that is none. */
function accountIn(rn: string): string | null {
  if (!rnSchema.safeParse(rn).success) return null;
  const { accountId } = parseRn(rn);
  return isUuid(accountId) ? accountId : null;
}

async function move(tx: Transaction, actor: Actor, user: UserRow, target: string): Promise<User> {
  const before = userResource(actor.installation, user);
  await endSessions(tx, actor, 'user-id', user.id, 'released by the caller');
  await endActivationKeys(tx, user.id);
  await endConfirmations(tx, user.id);
  await endChallenges(tx, user.id);
  await withdrawUser(tx, actor, user, before.rn, userMoved);
  for (const table of ['identities', 'sign-in-codes', 'authorization-codes', 'device-authorizations'] as const) {
    await sql`delete from ${sql.table(table)} where "user-id" = ${user.id}`.execute(tx);
  }
  for (const table of ['user-roles', 'user-tags'] as const) {
    await tx.deleteFrom(table).where('user-id', '=', user.id).execute();
  }
  for (const table of ['factors', 'outbox'] as const) {
    await tx.updateTable(table).set({ 'account-id': target }).where('user-id', '=', user.id).execute();
  }
  // The directory of the old account manages nobody elsewhere.
  const left = { policies: '[]', 'directory-id': null, 'external-id': null };
  await updateRow(tx, 'users', user.id, { ...left, 'account-id': target, 'updated-on': clock }).execute();
  const after = userResource(actor.installation, await findUser(tx, actor, user.id));
  // The chains of two accounts are locked in the order of their ids, by every transaction.
  const entries = [
    { action: 'adm:MoveUser', resource: before.rn, before, after: { 'account-id': target } },
    { action: 'adm:MoveUser', resource: after.rn, before: { 'account-id': user['account-id'] }, after },
  ] as const;
  const inOrder = user['account-id'] < target ? entries : entries.toReversed();
  for (const entry of inOrder) await audit(tx, actor, entry);
  return after;
}
