import type { Caller } from '../../access/actor.ts';
import { inTransaction, readOnly } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import type { PublicProcedure } from '../../http/bind.ts';
import { hashOfSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { signToken } from '../../tokens/tokens.ts';
import { challengeEnded, lockForSignIn } from '../auth/answer-challenge.ts';
import { challengeIfDue } from '../auth/challenge-if-due.ts';
import { keyOfFirstStep, markToLeave } from '../auth/device-marks.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { browserOf } from './browser.ts';
import { noteAnybodysFailure, SignInFailure } from './failures.ts';

/**
 * Gives the browser that began a sign-in its session, or the challenge of a due second factor. A code of 256 random bits
 * cannot be guessed: a wrong one counts for nobody, so that a page that is loaded again and again stops nobody either.
 */
export const finishSingleSignOn: PublicProcedure<'finishSingleSignOn'> = async (services, caller, input, cookies) => {
  const { db } = services;
  const hash = hashOfSecret(input.body.code);
  const browser = hashOfSecret(browserOf(cookies.cookies, services.installation.publicUrl) ?? '');
  const code = await readOnly(db, 'every account', (tx) =>
    tx.selectFrom('sign-in-codes').select(['account-id', 'user-id']).where('hash', '=', hash).executeTakeFirst(),
  );
  if (!code) throw challengeEnded();
  const mark = await markToLeave(services, cookies);
  const started = await inTransaction(db, { account: code['account-id'] }, async (tx) => {
    const owner = await lockForSignIn(tx, code['user-id']);
    const spent = await tx
      .updateTable('sign-in-codes')
      .set({ 'used-on': now })
      .where('hash', '=', hash)
      .where('browser', '=', browser)
      .where('used-on', 'is', null)
      .where('expires-on', '>', now)
      .returning(['second-factor', 'provider-session'])
      .executeTakeFirst();
    if (!spent) return null;
    const providerSession = spent['provider-session'];
    const who = { id: owner.id, accountId: owner.accountId, providerSession };
    const challenge = spent['second-factor'] ? null : await challengeIfDue(tx, caller, who);
    if (challenge) return { challenge };
    const cleared = [await keyOfFirstStep(tx, owner, mark)];
    const traces = { mark, attempt: { cleared, keys: cleared } };
    const session = await beginSession(tx, caller, { ...who, passwordHash: null }, services.sessionHours, traces);
    return session ?? 'inactive';
  });
  if (!started || started === 'inactive') {
    await noteRefusal(services, caller, code['account-id'], hash, started ?? browser);
    throw challengeEnded();
  }
  if ('challenge' in started) return started;
  mark.give();
  return { token: await signToken(services.keys, started.session, started.user) };
};

async function noteRefusal(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  account: string,
  hash: Buffer,
  by: Buffer | 'inactive',
): Promise<void> {
  const code = await readOnly(db, { account }, (tx) =>
    tx.selectFrom('sign-in-codes').select(['browser', 'used-on']).where('hash', '=', hash).executeTakeFirst(),
  );
  const reason =
    by === 'inactive'
      ? 'The user or the account became inactive meanwhile.'
      : !code?.browser.equals(by)
        ? 'It was finished in another browser than it was begun in.'
        : code['used-on']
          ? 'It was finished before.'
          : 'It was finished too late.';
  await noteAnybodysFailure(db, caller, account, new SignInFailure('challenge-ended', reason));
}
