import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';

/** How many messages of a lease wait for their acknowledgement at most. */
export const maxMessages = 100;

/** A message to the holder of a lease, which waits for its acknowledgement. */
export interface LeaseMessage {
  readonly id: string;
  readonly 'lease-id': string;
  readonly message: string;
  readonly by: string;
}

/**
 * A message's id: a UUID of version 7 that grows with the time in microseconds (RFC 9562, section 6.2, method 3). Messages
 * of one license are sent one after the other, so an id is higher than those of earlier messages.
 */
const nextId = sql<string>`(select (lpad(to_hex(now_us / 1000), 12, '0') || '7' || lpad(to_hex(now_us % 1000), 3, '0')
  || substr(replace(gen_random_uuid()::text, '-', ''), 17))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us) as clock)`;

/**
 * Keeps a message until it is acknowledged.
 *
 * @returns false when the lease has {@link maxMessages} already. The caller has locked its license.
 */
export async function keepMessage(
  tx: Transaction,
  { account, lease, message, by }: { account: string; lease: string; message: string; by: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into "lease-messages" (id, "account-id", "lease-id", message, "by")
    select ${nextId}, ${account}, ${lease}, ${message}, ${by}
    where (select count(*) from "lease-messages" where "lease-id" = ${lease}) < ${maxMessages}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Reads the messages of some leases that are not acknowledged, in their order. Those of ended leases have ended, too. */
export function readMessages(db: Database, leases: readonly string[]): Promise<LeaseMessage[]> {
  return inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('lease-messages')
      .select(['id', 'lease-id', 'message', 'by'])
      .where('lease-id', '=', anyOf(leases))
      .where(sql<boolean>`exists (select from licenses where licenses."lease-id" = "lease-messages"."lease-id")`)
      .orderBy('id')
      .execute(),
  );
}

/** Deletes the messages of a lease up to the one with an id, which its client has shown. */
export async function acknowledgeThrough(tx: Transaction, lease: string, last: string): Promise<void> {
  await tx.deleteFrom('lease-messages').where('lease-id', '=', lease).where('id', '<=', last).execute();
}
