import { parseRn } from '@keyhold/contract';
import { defer } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import type { Author } from '../access/actor.ts';
import type { Transaction } from '../db/database.ts';
import { announce, announceAll } from '../streams/announce.ts';
import { withNames } from './names.ts';

/**
 * One change, as the audit log keeps it: what was done to which thing, and how it was before and after, with the names of
 * the things that it refers to.
 */
export interface AuditedChange {
  /** The permission's name, such as `iam:UpdateUser`. */
  readonly action: string;
  /** The rn of what was changed: the log is its account's. */
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Writes a change to the account's audit log in the transaction that makes it, and announces it to open consoles at the commit.
 * Call it after the change itself: the account's chain orders its writers until the transaction ends.
 */
export async function audit(tx: Transaction, by: Author, change: AuditedChange): Promise<void> {
  const account = parseRn(change.resource).accountId;
  await announce(tx, { event: 'changed', account, rn: change.resource });
  const known = [change.resource, 'rn' in by ? by.rn : ''];
  // The last, so that the account's chain is held for no longer than it takes to commit.
  defer(
    tx,
    tx.insertInto('audit').values({
      'account-id': account,
      actor: actorOf(by),
      action: change.action,
      resource: change.resource,
      before: withNames(change.before, account, known),
      after: withNames(change.after, account, known),
      address: by.origin.address || null,
      'request-id': by.origin.requestId || null,
    }),
  );
}

/** As {@link audit}, of a thing that replies show: created (nothing before), changed, or deleted (nothing after). */
export async function auditItem<Item extends { readonly rn: string }>(
  tx: Transaction,
  by: Author,
  action: string,
  before: Item | null,
  after: Item | null,
): Promise<void> {
  const resource = (after ?? before)?.rn;
  if (resource !== undefined) await audit(tx, by, { action, resource, before, after });
}

/**
 * As {@link audit}, for many changes by two statements. The changes carry the names of what they refer to. Those of an
 * account stand together, and accounts in their order, so that two transactions take the chains in the same one.
 */
export function auditAll(tx: Transaction, by: Author, changes: readonly AuditedChange[]): void {
  const rows = changes.map((change) => ({ ...change, account: parseRn(change.resource).accountId }));
  announceAll(
    tx,
    rows.map(({ account, resource }) => ({ event: 'changed', account, rn: resource })),
  );
  defer(
    tx,
    sql`
insert into audit ("account-id", actor, action, resource, before, after, address, "request-id")
select account, ${actorOf(by)}::jsonb, action, resource, before, after, ${by.origin.address || null}, ${by.origin.requestId || null}
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as change (account uuid, action text, resource text, before jsonb, after jsonb)`,
  );
}

function actorOf(by: Author): string {
  return JSON.stringify('rn' in by ? { rn: by.rn, name: by.name, email: by.email } : { rn: null, name: 'Keyhold' });
}
