import { challengeMinutes } from '@keyhold/contract';
import type { Transaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import type { ChallengePurpose } from '../../db/schema.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';

/** The use for which a challenge was issued; all of it must match when the challenge is answered. */
interface ChallengeFor {
  readonly purpose: ChallengePurpose;
  readonly userId: string;
  readonly sessionId?: string;
}

/**
 * Stores a challenge, which is valid once and for a limited time by the database's clock.
 *
 * @param given.secret sealed data to keep until the challenge is answered
 * @param given.providerSession the provider's session in which a sign-in by single sign-on began
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

/** Spends a challenge; null when it is unknown, used, expired, or was issued for something else. */
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

/** Deletes the challenges by which a user without a factor could add one: each was issued for a password alone. */
export async function endEnrolments(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('user-id', '=', userId).where('purpose', '=', 'enrolment').execute();
}

/** Deletes all challenges of a user, because their password has changed or their factors were reset. */
export async function endChallenges(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('challenges').where('user-id', '=', userId).execute();
}
