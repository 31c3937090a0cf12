import { challengeMinutes } from '@keyhold/contract';
import type { Transaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import type { ChallengePurpose } from '../../db/schema.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';

/** What a challenge was given for; all of it must be so again when it is answered. */
export interface ChallengeFor {
  readonly purpose: ChallengePurpose;
  readonly userId: string;
  readonly sessionId?: string;
}

/**
 * Gives a challenge, which is good once, for a while by the database's clock.
 *
 * @param given.secret what it has to keep until it is answered, sealed
 * @param given.providerSession the provider's session that a sign-in by single sign-on began with
 */
export async function insertChallenge(
  tx: Transaction,
  given: ChallengeFor & {
    readonly id: string;
    readonly accountId: string;
    readonly secret?: Buffer;
    readonly providerSession?: string | null | undefined;
  },
  minutes = challengeMinutes,
): Promise<void> {
  await tx
    .insertInto('challenges')
    .values({
      hash: hashOfSecret(given.id),
      'account-id': given.accountId,
      'user-id': given.userId,
      purpose: given.purpose,
      'session-id': given.sessionId ?? null,
      secret: given.secret ?? null,
      'provider-session': given.providerSession ?? null,
      'expires-on': fromNow({ mins: minutes }),
    })
    .execute();
}

/** Uses a challenge up; null when it is not there: unknown, used, expired, or given for something else. */
export async function spendChallenge(
  tx: Transaction,
  hash: Buffer,
  { purpose, userId, sessionId }: ChallengeFor,
): Promise<{ readonly providerSession: string | null } | null> {
  const spent = await tx
    .deleteFrom('challenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('user-id', '=', userId)
    .where('session-id', sessionId === undefined ? 'is' : '=', sessionId ?? null)
    .where('expires-on', '>', now)
    .returning('provider-session')
    .executeTakeFirst();
  return spent ? { providerSession: spent['provider-session'] } : null;
}

/** Ends whatever a user was asked: their password has changed, or their factors were reset. */
export async function endChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('user-id', '=', userId).execute();
}
