import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone } from '../../../test/licensing/leases.ts';
import {
  application,
  everywhere,
  grantErrorOf,
  isSignedIn,
  openOAuthTest,
  otherApplication,
  refreshWith,
  sessionOf,
  signInBy,
} from '../../../test/sign-in/oauth.ts';
import { renewOnce } from '../sessions/renew-session.sql.ts';
import { readRefreshToken } from './tokens.ts';

const here = openOAuthTest();

/** The renewal that a refresh token requests. */
async function renewalOf(refresh: string) {
  const read = await readRefreshToken(here.test.services.keys, refresh);
  return { client: application, session: read?.session ?? '', renewals: read?.renewals ?? 0 };
}

describe('renewing a session', () => {
  it('returns nothing for a token of another number, application or session', async () => {
    const { refresh } = await signInBy(here.test, application, here.ugo);
    const current = await renewalOf(refresh);
    const { db } = here.test.services;
    for (const other of [{ renewals: 7 }, { client: otherApplication }, { session: randomUUID() }]) {
      expect(await renewOnce(db, { ...current, ...other })).toBeNull();
    }
    const renewed = await renewOnce(db, current);
    expect(renewed).toMatchObject({ session: current.session, renewals: 1, email: here.ugo.email });
    expect(await renewOnce(db, current)).toBeNull();
  });

  it('by one token twice at the same time gets the same pair', async () => {
    const { refresh } = await signInBy(here.test, application, here.ugo);
    const [one, other] = await Promise.all([
      refreshWith(here.test, application, refresh),
      refreshWith(here.test, application, refresh),
    ]);
    expect(one.status).toBe(200);
    expect(other.body['refresh_token']).toBe(one.body['refresh_token']);
  });

  it('waits for a lock of its row, and nothing waits for it', async () => {
    const refreshes = await Promise.all(
      Array.from({ length: 6 }, async () => (await signInBy(here.test, application, here.ugo)).refresh),
    );
    const [locked = '', ...others] = refreshes;
    const { session } = await renewalOf(locked);
    let waiting: ReturnType<typeof refreshWith> | undefined;
    await everywhere(here.test, async (tx) => {
      await sql`select from sessions where id = ${session} for update`.execute(tx);
      waiting = refreshWith(here.test, application, locked);
      const replies = await Promise.all(others.map((refresh) => refreshWith(here.test, application, refresh)));
      expect(replies.map(({ status }) => status)).toEqual(others.map(() => 200));
    });
    expect((await waiting)?.status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('keeps session, leases and streams, and is valid once', async () => {
    await createLicense(here.test, here.account, everyone);
    const first = await signInBy(here.test, application, here.ugo);
    const { lease } = await consume(here.test, first.person, here.product);
    const { status, body } = await refreshWith(here.test, application, first.refresh);
    expect(status).toBe(200);
    const renewed = { ...here.ugo, token: body['access_token'] ?? '' };
    expect(sessionOf(renewed.token)).toBe(sessionOf(first.person.token));
    const beat = await here.test.as(renewed, `POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 });
    expect(beat.status).toBe(200);
  });

  it('repeated within ten seconds gets the same pair; repeated after its successor was used, it ends the session', async () => {
    await createLicense(here.test, here.account, everyone);
    const first = await signInBy(here.test, application, here.ugo);
    const { lease } = await consume(here.test, first.person, here.product);
    const [second, lost, together] = await Promise.all(
      [1, 2, 3].map(() => refreshWith(here.test, application, first.refresh)),
    );
    expect([second?.status, lost?.status, together?.status]).toEqual([200, 200, 200]);
    expect([lost?.body, together?.body]).toEqual([second?.body, second?.body]);
    const third = await refreshWith(here.test, application, second?.body['refresh_token'] ?? '');
    expect(third.status).toBe(200);
    expect(grantErrorOf(await refreshWith(here.test, application, first.refresh))).toEqual([400, 'invalid_grant']);
    const newest = { ...here.ugo, token: third.body['access_token'] ?? '' };
    expect(await isSignedIn(here.test, newest)).toBe(false);
    expect(grantErrorOf(await refreshWith(here.test, application, third.body['refresh_token'] ?? ''))[1]).toBe(
      'invalid_grant',
    );
    const seat = await everywhere(here.test, (tx) =>
      tx.selectFrom('licenses').selectAll().where('lease-id', '=', lease.id).executeTakeFirst(),
    );
    expect(seat).toMatchObject({ 'lease-state': 'releasing', 'release-reason': 'session-ended' });
  });

  it('repeated after the new access token was used ends the session, for the old one too', async () => {
    const first = await signInBy(here.test, application, here.ugo);
    const second = await refreshWith(here.test, application, first.refresh);
    expect(await isSignedIn(here.test, first.person)).toBe(true);
    const repeated = await refreshWith(here.test, application, first.refresh);
    expect([repeated.status, repeated.body]).toEqual([200, second.body]);
    const renewed = { ...here.ugo, token: second.body['access_token'] ?? '' };
    expect(await isSignedIn(here.test, renewed)).toBe(true);
    expect(grantErrorOf(await refreshWith(here.test, application, first.refresh))).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn(here.test, renewed)).toBe(false);
  });

  it('gets another access token at each renewal, also within one second', async () => {
    const first = await signInBy(here.test, application, here.ugo);
    const tokens = [first.person.token];
    let { refresh } = first;
    for (let each = 0; each < 3; each += 1) {
      const { body } = await refreshWith(here.test, application, refresh);
      tokens.push(body['access_token'] ?? '');
      refresh = body['refresh_token'] ?? '';
    }
    expect(new Set(tokens.map((token) => decodeJwt(token).jti)).size).toBe(4);
  });

  it('repeated later ends the session', async () => {
    const first = await signInBy(here.test, application, here.ugo);
    const second = await refreshWith(here.test, application, first.refresh);
    await everywhere(here.test, (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'renewed-on': sql<Date>`now() - interval '11 seconds'` })
        .where('id', '=', sessionOf(first.person.token))
        .execute(),
    );
    expect(grantErrorOf(await refreshWith(here.test, application, first.refresh))[1]).toBe('invalid_grant');
    expect(await isSignedIn(here.test, { ...here.ugo, token: second.body['access_token'] ?? '' })).toBe(false);
  });

  it('is rejected for another application, as an access token, or when it is forged', async () => {
    const { refresh, person } = await signInBy(here.test, application, here.ugo);
    expect(grantErrorOf(await refreshWith(here.test, otherApplication, refresh))[1]).toBe('invalid_grant');
    expect(await isSignedIn(here.test, { ...here.ugo, token: refresh })).toBe(false);
    for (const wrong of [person.token, here.ugo.token, `${refresh.slice(0, -4)}AAAA`, 'nonsense']) {
      expect(grantErrorOf(await refreshWith(here.test, application, wrong))).toEqual([400, 'invalid_grant']);
    }
    expect(await isSignedIn(here.test, person)).toBe(true);
  });

  it('yields no access token that outlasts the session', async () => {
    const { refresh, person } = await signInBy(here.test, application, here.ugo);
    await everywhere(here.test, (tx) =>
      tx
        .updateTable('sessions')
        .set({ 'expires-on': sql<Date>`now() + interval '2 minutes'` })
        .where('id', '=', sessionOf(person.token))
        .execute(),
    );
    const { body } = await refreshWith(here.test, application, refresh);
    expect(Number(body['expires_in'])).toBeLessThanOrEqual(120);
  });
});
