import type { Policy } from '@keyhold/contract';
import { sql } from 'kysely';
import { coversPermissions } from '../../../access/rights.ts';
import type { Transaction } from '../../../db/database.ts';
import { clock, fromNow, interval, now } from '../../../db/expressions.ts';
import { hashOfSecret, randomSecret } from '../../../secrets/random-secret.ts';

/** Days for which the link is valid that a Pending user requests, or gets because their e-mail has changed. */
export const activationDays = 30;

/** A key to issue. */
interface NewKey {
  readonly userId: string;
  readonly accountId: string;
  /** The first password, or a new one. */
  readonly purpose: 'activation' | 'reset';
  /** Days until it expires, by the database's clock. */
  readonly validDays: number;
  /** Whether it is mailed to the user, and shown to nobody else. */
  readonly mailed: boolean;
  /** The user or service account who issues it; null for the user's own request, and at the first start. */
  readonly issuedBy: string | null;
}

/** Issues a key of 256 random bits with which a user sets a password. Only its hash is stored. */
export async function issueActivationKey(tx: Transaction, key: NewKey): Promise<string> {
  const plain = randomSecret();
  await tx
    .insertInto('activation-keys')
    .values({
      hash: hashOfSecret(plain),
      'user-id': key.userId,
      'account-id': key.accountId,
      purpose: key.purpose,
      mailed: key.mailed,
      'issued-by': key.issuedBy,
      'expires-on': fromNow({ days: key.validDays }),
    })
    .execute();
  return plain;
}

/** Revokes every key of a user. */
export async function endActivationKeys(tx: Transaction, userId: string): Promise<void> {
  await liveKeys(tx, userId).execute();
}

/**
 * Revokes the keys that other users issued for a user. Keys that the user requested stay: a stranger can request one,
 * and nobody but the user has it.
 *
 * @param options.keepMinutes keys issued in so many minutes before now are not revoked
 * @param options.keepMailed whether mailed keys stay
 */
export async function endIssuedKeys(
  tx: Transaction,
  userId: string,
  { keepMinutes = 0, keepMailed = false } = {},
): Promise<void> {
  await liveKeys(tx, userId)
    .where(issued)
    .where('created-on', '<=', sql<Date>`${clock} - ${interval({ mins: keepMinutes })}`)
    .$if(keepMailed, (query) => query.where('mailed', '=', false))
    .execute();
}

/**
 * Revokes the keys of a user whose issuers lack one of the user's rights, after these were raised: an issuer may have
 * kept a key, and would sign in as a user with more rights. The user is locked.
 *
 * @param rights the user's own policies and those of their roles, as raised
 * @returns whether any key was revoked
 */
export async function endKeysBeyondIssuers(
  tx: Transaction,
  userId: string,
  rights: readonly Policy[],
): Promise<boolean> {
  const issuers = await tx
    .selectFrom('activation-keys')
    .select(['issued-by', sql<Policy[]>`"policies-of-issuer"("issued-by")`.as('policies')])
    .distinct()
    .where('user-id', '=', userId)
    .where('purpose', '=', 'activation')
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .where(issued)
    .execute();
  const lesser = issuers.filter(({ policies }) => !coversPermissions(policies, rights));
  for (const { 'issued-by': issuer } of lesser) {
    await liveKeys(tx, userId)
      .where('purpose', '=', 'activation')
      .where(issued)
      .where('issued-by', 'is not distinct from', issuer)
      .execute();
  }
  return lesser.length > 0;
}

/** Whether a user has a key that was not revoked: they were invited, even if the key has expired. */
export async function isInvited(tx: Transaction, userId: string): Promise<boolean> {
  const key = await tx
    .selectFrom('activation-keys')
    .select('user-id')
    .where('user-id', '=', userId)
    .where('purpose', '=', 'activation')
    .where('ended-on', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}

/** Keys that the user has not requested: an administrator has issued them, or the first start has. */
const issued = sql<boolean>`("issued-by" is not null or not mailed)`;

function liveKeys(tx: Transaction, userId: string) {
  return tx
    .updateTable('activation-keys')
    .set({ 'ended-on': now })
    .where('user-id', '=', userId)
    .where('ended-on', 'is', null);
}
