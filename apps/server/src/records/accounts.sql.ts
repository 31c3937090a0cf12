import type { Account } from '@keyhold/contract';
import type { Selectable } from 'kysely';
import type { Author } from '../access/actor.ts';
import { uuidOf } from '../access/guards.ts';
import { auditItem } from '../audit/audit.ts';
import { type Transaction, updateRow } from '../db/database.ts';
import type { AccountsTable } from '../db/schema.ts';
import { accountResource } from './resources.ts';

// Changes of an account that follow from those of a person.

/** An account whose owner left, for its entry in the log, which follows that of the owner's deletion. */
export interface LeftAccount {
  readonly before: Selectable<AccountsTable>;
  readonly after: Selectable<AccountsTable>;
}

/** Leaves the account of its owner without one, before the deletion of the user: an account is locked before its users. */
export async function leaveOwnership(tx: Transaction, userId: string): Promise<LeftAccount | null> {
  const before = await lockOwnedAccount(tx, userId);
  if (!before) return null;
  const after = await updateRow(tx, 'accounts', before.id, { 'owner-id': null })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, after };
}

/** Locks the account whose owner a user is, before the user. */
export function lockOwnedAccount(tx: Transaction, userId: string): Promise<Selectable<AccountsTable> | undefined> {
  return tx.selectFrom('accounts').selectAll().where('owner-id', '=', uuidOf(userId)).forUpdate().executeTakeFirst();
}

/** Writes the audit entry of {@link leaveOwnership}. */
export async function auditLeftOwnership(tx: Transaction, by: Author, left: LeftAccount | null): Promise<void> {
  if (!left) return;
  const [before, after] = [left.before, left.after].map((row): Account => accountResource(by.installation, row));
  await auditItem(tx, by, 'adm:UpdateAccountOwner', before ?? null, after ?? null);
}

/** A Pending account becomes Active with its owner, whose activation has been logged. */
export async function activateAccountOf(tx: Transaction, by: Author, accountId: string, userId: string): Promise<void> {
  const after = await updateRow(tx, 'accounts', accountId, { status: 'Active' })
    .where('owner-id', '=', userId)
    .where('status', '=', 'Pending')
    .returningAll()
    .executeTakeFirst();
  if (!after) return;
  const item = accountResource(by.installation, after);
  const before = { ...item, status: 'Pending' as const };
  await auditItem(tx, by, 'adm:UpdateAccountStatus', before, item);
}
