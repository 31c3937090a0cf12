import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { clock, fromNow, interval, now } from '../../db/expressions.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';

/** The purpose of a key: the first password, or a new one. */
type KeyPurpose = 'activation' | 'reset';

/**
 * Issues a key of 256 random bits with which a user sets a password, and revokes the previous ones. Only its hash is
 * stored.
 *
 * @param key.validDays days until it expires, by the database's clock
 * @param key.keepMinutes keys issued in so many minutes before it are not revoked
 */
export async function issueActivationKey(
  tx: Transaction,
  key: {
    readonly userId: string;
    readonly accountId: string;
    readonly purpose: KeyPurpose;
    readonly validDays: number;
    readonly keepMinutes?: number;
  },
): Promise<string> {
  const plain = randomSecret();
  await endActivationKeys(tx, key.userId, key.keepMinutes);
  await tx
    .insertInto('activation-keys')
    .values({
      hash: hashOfSecret(plain),
      'user-id': key.userId,
      'account-id': key.accountId,
      purpose: key.purpose,
      'expires-on': fromNow({ days: key.validDays }),
    })
    .execute();
  return plain;
}

/** Revokes the keys of a user, except those issued in the last `keepMinutes` minutes. */
export async function endActivationKeys(tx: Transaction, userId: string, keepMinutes = 0): Promise<void> {
  await tx
    .updateTable('activation-keys')
    .set({ 'ended-on': now })
    .where('user-id', '=', userId)
    .where('ended-on', 'is', null)
    .where('created-on', '<=', sql<Date>`${clock} - ${interval({ mins: keepMinutes })}`)
    .execute();
}
