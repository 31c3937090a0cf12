import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reach, uuidOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { notFound } from '../../problem.ts';
import { type AccountRow, accountResource } from './account-resource.ts';

/** An account within the actor's reach; locked when it is about to change. */
export async function findAccount(
  tx: Transaction,
  actor: Actor,
  accountId: string,
  { lock = false, deletedToo = false } = {},
): Promise<AccountRow> {
  const { account } = reach(actor);
  let query = tx.selectFrom('accounts').selectAll().where('id', '=', uuidOf(accountId));
  if (!deletedToo) query = query.where('deleted-on', 'is', null);
  if (account) query = query.where('id', '=', account);
  if (lock) query = query.forUpdate();
  const found = await query.executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Changes an account and writes it down; answers the account as it is now. */
export async function changeAccount(
  tx: Transaction,
  actor: Actor,
  action: string,
  before: AccountRow,
  changes: Partial<Pick<AccountRow, 'name' | 'description' | 'status' | 'owner-id'>>,
) {
  const row = await tx
    .updateTable('accounts')
    .set({ ...changes, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = accountResource(actor.installation, row);
  await audit(tx, actor, {
    account: before.id,
    action,
    resource: after.rn,
    before: accountResource(actor.installation, before),
    after,
  });
  return after;
}
