import { newFactorName } from '@keyhold/contract';
import type { Author, Caller } from '../../access/actor.ts';
import { inTransaction, readOnly, readTime, type Transaction } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { invalid } from '../../problem.ts';
import { randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { type AddedFactor, addFactor } from './add-factor.ts';
import { insertChallenge, spendChallenge } from './challenges.ts';
import { type FactorOwner, lockOwner } from './factors.sql.ts';
import { newSecret, secretUri, stepOf } from './one-time-codes.ts';
import { secretContext } from './use-factor.ts';

/** How long the setup of an app may take, in minutes. */
const setUpMinutes = 15;

type Who = Pick<FactorOwner, 'id' | 'accountId' | 'email'>;
type FactorServices = Pick<Services, 'db' | 'secrets'>;

/** Begins to add an authenticator app to a user, and discards one whose setup was begun before. */
export async function beginAuthenticator({ db, secrets }: FactorServices, { installation }: Caller, who: Who) {
  const secret = newSecret();
  const sealed = await secrets.seal(secret, secretContext(who.id));
  await inTransaction(db, { account: who.accountId }, async (tx) => {
    if (!(await lockOwner(tx, who.id))) return;
    await tx.deleteFrom('challenges').where('user-id', '=', who.id).where('purpose', '=', 'authenticator').execute();
    const given = { id: randomSecret(), purpose: 'authenticator', userId: who.id, accountId: who.accountId } as const;
    await insertChallenge(tx, { ...given, secret: sealed }, setUpMinutes);
  });
  return { secret, uri: secretUri(secret, installation.productTitle, who.email) };
}

/**
 * Checks the first code of an app that is being added.
 *
 * @returns a function that adds it, within a transaction of the caller
 * @throws {ProblemError} 400 when the code is wrong, or no app is being added
 */
export async function checkNewAuthenticator({ db, secrets }: FactorServices, who: Who, code: string) {
  const { begun, time } = await readOnly(db, { account: who.accountId }, async (tx) => ({
    time: await readTime(tx),
    begun: await tx
      .selectFrom('challenges')
      .select(['hash', 'secret'])
      .where('user-id', '=', who.id)
      .where('purpose', '=', 'authenticator')
      .where('expires-on', '>', now)
      .executeTakeFirst(),
  }));
  const sealed = begun?.secret;
  const step = sealed ? stepOf(await secrets.open(sealed, secretContext(who.id)), code, time) : null;
  if (!sealed || step === null) throw wrongFirstCode();
  return async (tx: Transaction, author: Author, owner: FactorOwner): Promise<AddedFactor> => {
    const spent = await spendChallenge(tx, begun.hash, { purpose: 'authenticator', userId: who.id });
    if (!spent) throw wrongFirstCode();
    const factor = {
      kind: 'authenticator',
      name: newFactorName('authenticator'),
      secret: sealed,
      'last-step': step,
    } as const;
    return addFactor(tx, author, owner, factor);
  };
}

function wrongFirstCode() {
  return invalid('code', 'This code is not correct.', 'wrong-code');
}
