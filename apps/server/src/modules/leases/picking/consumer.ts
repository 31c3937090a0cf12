import type { Subject } from '@keyhold/contract';
import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { now } from '../../../db/expressions.ts';
import { lockOpenSession } from '../../../db/locks.ts';
import { rnOf } from '../../../installation.ts';
import { notEligible } from '../seat/lease-problems.ts';

/**
 * Locks the user or service account that requests a seat until the transaction ends, so that their account, status and tags cannot change
 * between the decision and the assignment of the seat.
 */
const lockUser = compileOnce((tx: Transaction, { user }: ParametersFor<{ user: string }>) =>
  tx
    .selectFrom('accounts')
    // Lock order, the same in every change: the account, then its user, then licenses.
    .innerJoin('users', 'users.account-id', 'accounts.id')
    .select(['accounts.status as account-status', 'users.status'])
    .where('users.id', '=', user)
    .where('users.deleted-on', 'is', null)
    .where('accounts.deleted-on', 'is', null)
    .forShare(),
);

/** The same for a service account. */
const lockMachine = compileOnce((tx: Transaction, { machine }: ParametersFor<{ machine: string }>) =>
  tx
    .selectFrom('accounts')
    .innerJoin('service-accounts', 'service-accounts.account-id', 'accounts.id')
    .select(['accounts.status as account-status', sql<'Active'>`'Active'`.as('status')])
    .where('service-accounts.id', '=', machine)
    .where('service-accounts.deleted-on', 'is', null)
    .where('accounts.deleted-on', 'is', null)
    .forShare(),
);

export function lockConsumer({ userId, isServiceAccount }: Pick<Actor, 'userId' | 'isServiceAccount'>) {
  return isServiceAccount ? lockMachine({ machine: userId }) : lockUser({ user: userId });
}

const lockOpenToken = compileOnce((tx: Transaction, { id }: ParametersFor<{ id: string }>) =>
  tx.selectFrom('service-account-tokens').select('id').where('id', '=', id).where('expires-on', '>', now).forShare(),
);

/** Locks the open session of a user, or the token of a service account, after its bearer; returns no row when it has ended. */
export function lockBearing({ sessionId: id, isServiceAccount }: Pick<Actor, 'sessionId' | 'isServiceAccount'>) {
  return isServiceAccount ? lockOpenToken({ id }) : lockOpenSession({ id });
}

/**
 * Only `Active` users and service accounts of an `Active` account may consume.
 *
 * @param locked the rows of {@link lockConsumer}
 * @throws {ProblemError} 403 for all other users
 */
export function requireConsumer([locked]: readonly {
  readonly 'account-status': string;
  readonly status: string;
}[]): void {
  if (locked?.['account-status'] !== 'Active' || locked.status !== 'Active') throw notEligible();
}

/** The tags of a user. Queried separately after the lock, to see rows committed during the wait for it. */
export const findTags = compileOnce((tx: Transaction, { user }: ParametersFor<{ user: string }>) =>
  tx
    .selectFrom('user-tags')
    .innerJoin('tags', 'tags.id', 'user-tags.tag-id')
    .select('tags.id')
    .where('user-tags.user-id', '=', user)
    .where('tags.deleted-on', 'is', null),
);

/** A user who may consume. */
export type Consumer = Pick<Actor, 'installation' | 'accountId' | 'userId' | 'rn'>;

/** A user with these tags as a license's policy sees them. */
export function subjectOf(who: Consumer, tags: readonly { readonly id: string }[]): Subject {
  return { rn: who.rn, tags: tags.map(({ id }) => rnOf(who.installation, who.accountId, 'tag', id)) };
}

/** A user as a license's policy sees them: their rn and their tags. */
export async function readSubject(tx: Transaction, who: Consumer): Promise<Subject> {
  return subjectOf(who, (await findTags({ user: who.userId }).execute(tx)).rows);
}
