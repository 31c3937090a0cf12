import type { Subject } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { notEligible } from './lease-problems.ts';

/**
 * The person who wants a seat, held still until the transaction ends: their account, status and tags cannot change
 * between the decision and the seat. Only `Active` users of an `Active` account consume (decisions, section 4).
 */
export async function lockConsumer(tx: Transaction, actor: Actor): Promise<Subject> {
  // The account before its user, and both before any license: the order in which every change takes them.
  const found = await tx
    .selectFrom('accounts')
    .innerJoin('users', 'users.account-id', 'accounts.id')
    .select(['accounts.status as account-status', 'users.status'])
    .where('users.id', '=', actor.userId)
    .where('users.deleted-on', 'is', null)
    .where('accounts.deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (found?.['account-status'] !== 'Active' || found.status !== 'Active') throw notEligible();
  // A statement of its own, so that it sees what was committed while the lock was awaited.
  return readSubject(tx, actor);
}

/** Who somebody is to a license's policy: their rn and their tags. */
export async function readSubject(
  tx: Transaction,
  who: Pick<Actor, 'installation' | 'accountId' | 'userId' | 'rn'>,
): Promise<Subject> {
  const tags = await tx
    .selectFrom('user-tags')
    .innerJoin('tags', 'tags.id', 'user-tags.tag-id')
    .select('tags.id')
    .where('user-tags.user-id', '=', who.userId)
    .where('tags.deleted-on', 'is', null)
    .execute();
  return { rn: who.rn, tags: tags.map(({ id }) => rnOf(who.installation, who.accountId, 'tag', id)) };
}
