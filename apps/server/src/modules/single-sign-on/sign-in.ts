import { idLimit, rawLimit, signInCodeSeconds } from '@keyhold/contract';
import { sql } from 'kysely';
import * as openid from 'openid-client';
import type { Caller } from '../../access/actor.ts';
import { type AttemptLimit, countAttempt, undoAttempt } from '../../access/attempts.ts';
import { accountMayAct, condition } from '../../db/conditions.ts';
import { inTransaction, readOnly } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import { domainOf } from '../../email-address.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { deleteSomeEnded } from '../auth/links/ended-requests.ts';
import { signInMinutes, singleSignOnPath } from './browser.ts';
import { findConnection } from './connections/connections.sql.ts';
import { openProvider } from './connections/open-provider.ts';
import { exchangeCode } from './exchange-code.ts';
import { connectionRemoved, noteAnybodysFailure, noteFailure, SignInFailure } from './failures.ts';
import { hasSecondFactor, textOf } from './id-token.ts';
import { userOf } from './person.ts';
import { ProviderError } from './providers.ts';

/** Sign-ins from an address that the provider's answer did not complete: each is a request to the provider. */
const answerLimit: AttemptLimit = { kind: 'sso-address', failures: 100 };

/** The page that ends a sign-in, with the code or with the reason why there is none. */
export const endPage = '/login/sso';

/**
 * The sign-in address at the provider of an e-mail's domain; the password page when no account has the domain. It counts
 * for no address: a page of another site can make a browser open it.
 */
export async function startSignIn(services: Services, caller: Caller, email: string, browser: string): Promise<string> {
  const { db, installation } = services;
  const connection = await readOnly(db, 'every account', async (tx) => {
    const account = await tx
      .selectFrom('connection-domains')
      .innerJoin('accounts', 'accounts.id', 'connection-domains.account-id')
      .select('accounts.id')
      .where('connection-domains.name', '=', domainOf(email))
      .where('connection-domains.verified-on', 'is not', null)
      .where(condition(accountMayAct()))
      .executeTakeFirst();
    return account ? findConnection(tx, account.id) : null;
  });
  if (!connection) return '/login';
  try {
    const provider = await openProvider(services, connection);
    const [state, nonce, verifier] = [randomSecret(), randomSecret(), openid.randomPKCECodeVerifier()];
    const account = connection['account-id'];
    await inTransaction(db, { account }, async (tx) => {
      const stands = await tx
        .selectFrom('sign-in-connections')
        .select('account-id')
        .where('account-id', '=', account)
        .forKeyShare()
        .executeTakeFirst();
      if (!stands) throw connectionRemoved();
      await deleteSomeEnded(tx, 'sign-in-requests');
      await tx
        .insertInto('sign-in-requests')
        .values({
          hash: hashOfSecret(state),
          'account-id': account,
          browser: hashOfSecret(browser),
          nonce,
          verifier,
          'expires-on': fromNow({ mins: signInMinutes }),
        })
        .execute();
    });
    const address = openid.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri(installation.publicUrl),
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      login_hint: email,
    });
    return address.href;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    await noteAnybodysFailure(db, caller, connection['account-id'], failure);
    return failurePage(failure);
  }
}

function redirectUri(publicUrl: string): string {
  return `${publicUrl}${singleSignOnPath}/callback`;
}

/**
 * Handles a provider's response, sent through the browser: finds the user, and gives the browser a code for the
 * session.
 *
 * @param query of the address to which the provider redirected the browser
 * @param browser the secret of that browser, if it has one
 * @returns where the browser goes next
 */
export async function completeSignIn(
  services: Services,
  caller: Caller,
  query: string,
  browser: string | null,
): Promise<string> {
  const { db } = services;
  const { address } = caller.origin;
  const state = new URLSearchParams(query).get('state') ?? '';
  if (state.length > rawLimit(idLimit)) return `${endPage}?error=challenge-ended`;
  const request = await takeRequest(services, caller, hashOfSecret(state), hashOfSecret(browser ?? ''));
  if (!request) return `${endPage}?error=challenge-ended`;
  const account = request['account-id'];
  // Counted only now: a callback without its browser's cookie, or a repeated one, counts for no address.
  await countAttempt(db, answerLimit, address);
  try {
    const { connection } = request;
    const provider = await openProvider(services, connection);
    const current = new URL(`${redirectUri(services.installation.publicUrl)}?${query}`);
    const claims = await exchangeCode(services.providers, provider, current, { ...request, state }, connection);
    const code = randomSecret();
    await inTransaction(db, { account }, async (tx) => {
      const userId = await userOf(tx, caller, account, claims);
      await tx
        .insertInto('sign-in-codes')
        .values({
          hash: hashOfSecret(code),
          'account-id': account,
          'user-id': userId,
          browser: hashOfSecret(browser ?? ''),
          'second-factor': connection['trust-provider-factor'] && hasSecondFactor(claims),
          'provider-session': textOf(claims['sid']),
          'expires-on': fromNow({ secs: signInCodeSeconds }),
        })
        .execute();
      undoAttempt(tx, answerLimit, address);
    });
    return `${endPage}?code=${code}`;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    // A provider that cannot be reached is not the fault of this address.
    if (failure.code === 'provider-unavailable') {
      await inTransaction(db, { account }, async (tx) => undoAttempt(tx, answerLimit, address));
    }
    await noteFailure(db, caller, account, failure);
    return failurePage(failure);
  }
}

/** Spends a sign-in request that this browser began. Null, with an entry in the account's log, when there is none. */
async function takeRequest({ db }: Services, caller: Caller, hash: Buffer, browser: Buffer) {
  const taken = await inTransaction(db, 'every account', async (tx) => {
    const request = await tx
      .updateTable('sign-in-requests')
      .set({ 'used-on': now })
      .where('hash', '=', hash)
      .where('browser', '=', browser)
      .where('used-on', 'is', null)
      .where('expires-on', '>', now)
      .returning(['account-id', 'nonce', 'verifier'])
      .executeTakeFirst();
    const connection = request && (await findConnection(tx, request['account-id']));
    return connection ? { ...request, connection } : null;
  });
  if (taken) return taken;
  const refused = await readOnly(db, 'every account', (tx) =>
    tx
      .selectFrom('sign-in-requests')
      .select(['account-id', 'used-on', sql<boolean>`browser = ${browser}`.as('same')])
      .where('hash', '=', hash)
      .executeTakeFirst(),
  );
  if (refused) {
    const reason = !refused.same
      ? 'Its answer came from another browser than it was begun in.'
      : refused['used-on']
        ? 'Its answer came twice.'
        : 'Its answer came too late.';
    await noteAnybodysFailure(db, caller, refused['account-id'], new SignInFailure('challenge-ended', reason));
  }
  return null;
}

/** The page that shows a failure. */
function failurePage({ code }: SignInFailure): string {
  return `${endPage}?error=${code}`;
}

/** The failure of a sign-in; null for an error of the server. */
function failureOf(error: unknown): SignInFailure | null {
  if (error instanceof SignInFailure) return error;
  return error instanceof ProviderError ? new SignInFailure('provider-unavailable', error.message) : null;
}
