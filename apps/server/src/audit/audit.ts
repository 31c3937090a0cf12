import type { Actor, Caller } from '../access/actor.ts';
import { later, type Transaction } from '../db/database.ts';
import { queueChange } from '../modules/webhooks/webhook-events.ts';
import { announce } from '../streams/announce.ts';
import { withNames } from './names.ts';

/**
 * One change, as the audit log keeps it: what was done to which thing, and how it was before and after, with the names of
 * the things that it refers to.
 */
export interface AuditedChange {
  readonly account: string;
  /** The permission's name, such as `iam:UpdateUser`. */
  readonly action: string;
  /** The rn of what was changed. */
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Writes a change to the account's audit log in the transaction that makes it, and tells open consoles and webhooks when it commits.
 * Call it after the change itself: the account's chain orders its writers until the transaction ends.
 */
export async function audit(tx: Transaction, by: Actor | Caller, change: AuditedChange): Promise<void> {
  await announce(tx, { event: 'changed', account: change.account, rn: change.resource });
  await queueChange(tx, change);
  const known = [change.resource, 'rn' in by ? by.rn : ''];
  // The last, so that the account's chain is held for no longer than it takes to commit.
  later(
    tx,
    tx.insertInto('audit').values({
      'account-id': change.account,
      actor: JSON.stringify('rn' in by ? { rn: by.rn, name: by.name, email: by.email } : { rn: null, name: 'Keyhold' }),
      action: change.action,
      resource: change.resource,
      before: withNames(change.before, change.account, known),
      after: withNames(change.after, change.account, known),
      address: by.origin.address || null,
      'request-id': by.origin.requestId || null,
    }),
  );
}
