import { type Challenge, challengeMinutes, type FactorKind } from '@keyhold/contract';
import type { Caller } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import type { Installation } from '../../installation.ts';
import { randomSecret } from '../../secrets/random-secret.ts';
import { insertChallenge } from '../factors/challenges.ts';
import { requiresSecondFactor, selectFactors } from '../factors/factors.sql.ts';
import { requestOptions, selectPasskeys } from '../factors/passkeys.ts';

/** The user of an unfinished sign-in. */
export interface SigningIn {
  readonly id: string;
  readonly accountId: string;
  /** The provider's session, for a sign-in by single sign-on. */
  readonly providerSession?: string | null;
}

/**
 * Issues the challenge that a user's sign-in requires, or returns null. A factor is due for users who have one, whose
 * account requires one, or with `always`. The caller locks their row, so that a concurrent password change ends the
 * challenge, too.
 */
export async function challengeIfDue(
  tx: Transaction,
  { installation }: Pick<Caller, 'installation'>,
  who: SigningIn,
  { always = false } = {},
): Promise<Challenge | null> {
  const kinds = (await selectFactors(tx, who.id)).filter(({ left }) => left !== 0).map(({ kind }) => kind);
  const enrol = kinds.every((kind) => kind === 'recovery-codes');
  if (enrol && !always && !(await requiresSecondFactor(tx, who.id))) return null;
  const id = randomSecret();
  await insertChallenge(tx, {
    id,
    purpose: enrol ? 'enrolment' : 'sign-in',
    userId: who.id,
    accountId: who.accountId,
    providerSession: who.providerSession,
  });
  const methods: FactorKind[] = enrol ? [] : [...new Set(kinds)].sort(byConvenience);
  const options = methods.includes('passkey') ? await optionsOf(tx, installation, who, id) : undefined;
  return {
    id,
    'expires-in-ms': challengeMinutes * 60_000,
    methods,
    enrol,
    ...(options ? { options } : {}),
  };
}

const order: readonly FactorKind[] = ['passkey', 'authenticator', 'recovery-codes'];

function byConvenience(one: FactorKind, other: FactorKind): number {
  return order.indexOf(one) - order.indexOf(other);
}

async function optionsOf(tx: Transaction, installation: Installation, who: SigningIn, id: string) {
  // The id is also the challenge that the passkey signs.
  return requestOptions(installation, id, await selectPasskeys(tx, 'user-id', who.id));
}
