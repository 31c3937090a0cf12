import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';

/** What a key opens: the first password, or a new one. */
export type KeyPurpose = 'activation' | 'reset';

/**
 * Issues a key of 256 random bits that lets a user set a password, and revokes those before it. Only its hash is kept.
 *
 * @param key.validDays days until it opens nothing any more, by the database's clock
 */
export async function issueActivationKey(
  tx: Transaction,
  key: {
    readonly userId: string;
    readonly accountId: string;
    readonly purpose: KeyPurpose;
    readonly validDays: number;
  },
): Promise<string> {
  const plain = randomBytes(32).toString('base64url');
  await endActivationKeys(tx, key.userId);
  await tx
    .insertInto('activation-keys')
    .values({
      hash: hashOfKey(plain),
      'user-id': key.userId,
      'account-id': key.accountId,
      purpose: key.purpose,
      'expires-on': sql<Date>`now() + make_interval(days => ${key.validDays})`,
    })
    .execute();
  return plain;
}

/** Makes every key of a user open nothing any more. */
export async function endActivationKeys(tx: Transaction, userId: string): Promise<void> {
  await tx
    .updateTable('activation-keys')
    .set({ 'ended-on': sql`now()` })
    .where('user-id', '=', userId)
    .where('ended-on', 'is', null)
    .execute();
}

/** What is kept of a key. */
export function hashOfKey(plain: string): Buffer {
  return createHash('sha256').update(plain).digest();
}
