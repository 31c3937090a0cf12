import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  application,
  authorizationQuery,
  consentTo,
  everywhere,
  exchange,
  grantErrorOf,
  isSignedIn,
  loopback,
  newVerifier,
  openOAuthTest,
  otherApplication,
  sessionOf,
  signInBy,
} from '../../../test/sign-in/oauth.ts';
import { signInAgain } from '../../../test/sign-in/sessions.ts';

const here = openOAuthTest();

describe('an authorization code', () => {
  async function codeFor(client = application) {
    const { verifier, challenge } = newVerifier();
    return { verifier, code: await consentTo(here.test, here.ugo, authorizationQuery(client, challenge)) };
  }

  it('requires its verifier, redirect and application', async () => {
    const { verifier, code } = await codeFor();
    const other = newVerifier().verifier;
    const bad = [400, 'invalid_grant'];
    expect(grantErrorOf(await exchange(here.test, application, code, other))).toEqual(bad);
    expect(grantErrorOf(await exchange(here.test, otherApplication, code, verifier))).toEqual(bad);
    const redirects = [`${loopback}/`, loopback.replace('52714', '52715'), loopback.replace('127.0.0.1', '[::1]')];
    for (const redirect_uri of redirects) {
      expect(grantErrorOf(await exchange(here.test, application, code, verifier, { redirect_uri }))).toEqual(bad);
    }
    const without = await exchange(here.test, application, code, '');
    expect(grantErrorOf(without)).toEqual([400, 'invalid_request']);
    expect((await exchange(here.test, application, code, verifier)).status).toBe(200);
  });

  it('injected into another sign-in is rejected by its challenge', async () => {
    const mine = await codeFor();
    const theirs = newVerifier();
    await consentTo(here.test, here.ada, authorizationQuery(application, theirs.challenge));
    expect(grantErrorOf(await exchange(here.test, application, mine.code, theirs.verifier))).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  it('expires after a minute', async () => {
    const { verifier, code } = await codeFor();
    await everywhere(here.test, (tx) =>
      tx
        .updateTable('authorization-codes')
        .set({ 'expires-on': sql<Date>`now()` })
        .where('user-id', '=', here.ugo.id)
        .execute(),
    );
    expect(grantErrorOf(await exchange(here.test, application, code, verifier))).toEqual([400, 'invalid_grant']);
  });

  it('used a second time ends the session of its first use', async () => {
    const { code, verifier, person } = await signInBy(here.test, application, here.ugo);
    expect(await isSignedIn(here.test, person)).toBe(true);
    expect(grantErrorOf(await exchange(here.test, application, code, verifier))).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn(here.test, person)).toBe(false);
    expect(await isSignedIn(here.test, here.ugo)).toBe(true);
    const log = await here.test.as(
      here.test.people.root,
      `GET /iam/v1/audit?account=${here.account}&resource=${here.ugo.rn}`,
    );
    expect(log.body.items[0]).toMatchObject({ action: 'auth:EndStolenSession' });
  });

  it('becomes invalid when the consenting session ends or the user is deactivated', async () => {
    const again = await signInAgain(here.test, here.ugo);
    const { verifier, challenge } = newVerifier();
    const code = await consentTo(here.test, again, authorizationQuery(application, challenge));
    await here.test.as(again, 'POST /auth/v1/logout');
    expect(grantErrorOf(await exchange(here.test, application, code, verifier))).toEqual([400, 'invalid_grant']);
    const second = await codeFor();
    await here.test.as(here.ada, `PUT /iam/v1/users/${here.ugo.id}/status`, { status: 'Inactive' });
    expect(grantErrorOf(await exchange(here.test, application, second.code, second.verifier))).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  it('begins a session with the last proof and the provider session of the consenting one', async () => {
    await everywhere(here.test, (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'proven-on': sql<Date>`now() - interval '1 day'`, 'provider-session': 'there' })
        .where('user-id', '=', here.ada.id)
        .execute(),
    );
    const { person } = await signInBy(here.test, 'keyhold', here.ada);
    const reply = await here.test.as(person, 'PUT /iam/v1/security', {
      'second-factor': 'off',
      'password-sign-in': true,
    });
    expect(reply.body.problems?.[0]?.code).toBe('proof-needed');
    const begun = await everywhere(here.test, (tx) =>
      tx.selectFrom('sessions').selectAll().where('id', '=', sessionOf(person.token)).executeTakeFirst(),
    );
    expect(begun).toMatchObject({ 'application-id': 'keyhold', 'provider-session': 'there' });
  });
});
