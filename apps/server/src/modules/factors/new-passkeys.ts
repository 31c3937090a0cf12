import type { PasskeyAttestation, PasskeyCreation } from '@keyhold/contract';
import type { Author } from '../../access/actor.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { invalid, notFound } from '../../problem.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { type AddedFactor, addFactor } from './add-factor.ts';
import { insertChallenge, spendChallenge } from './challenges.ts';
import { type FactorOwner, lockOwner } from './factors.sql.ts';
import { challengeIn, creationOptions, selectPasskeys, verifyAttestation } from './passkeys.ts';

type Who = Pick<FactorOwner, 'id' | 'accountId'>;
type FactorServices = Pick<Services, 'db' | 'installation'>;

/** Begins to add a passkey to a user. Returns the options with which their browser creates it. */
export async function beginPasskey({ db, installation }: FactorServices, who: Who): Promise<PasskeyCreation> {
  const challenge = randomSecret();
  return inTransaction(db, { account: who.accountId }, async (tx) => {
    const owner = await lockOwner(tx, who.id);
    if (!owner) throw notFound();
    await tx.deleteFrom('challenges').where('user-id', '=', who.id).where('purpose', '=', 'passkey').execute();
    await insertChallenge(tx, { id: challenge, purpose: 'passkey', userId: who.id, accountId: who.accountId });
    return creationOptions(installation, owner, challenge, await selectPasskeys(tx, 'user-id', who.id));
  });
}

/**
 * Checks a passkey that a browser has created.
 *
 * @returns a function that adds it, within a transaction of the caller
 * @throws {ProblemError} 400 when it is not for the challenge, or the challenge has expired
 */
export async function checkNewPasskey(
  { installation }: FactorServices,
  who: Who,
  name: string,
  response: PasskeyAttestation,
) {
  const challenge = challengeIn(response);
  const credential = await verifyAttestation(installation, challenge, response);
  if (!credential) throw wrongNewPasskey();
  return async (tx: Transaction, author: Author, owner: FactorOwner): Promise<AddedFactor> => {
    // The response itself names the challenge; this checks that the challenge was issued to this user.
    const given = { purpose: 'passkey', userId: who.id } as const;
    if (!(await spendChallenge(tx, hashOfSecret(challenge), given))) throw wrongNewPasskey();
    return addFactor(tx, author, owner, {
      kind: 'passkey',
      name,
      'credential-id': credential.id,
      'public-key': Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(response.response.transports ?? []),
    });
  };
}

function wrongNewPasskey() {
  return invalid('response', 'This passkey was not accepted.', 'wrong-passkey');
}
