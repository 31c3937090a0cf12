import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/app.ts';
import {
  application,
  everywhere,
  grantErrorOf,
  isSignedIn,
  openOAuthTest,
  otherApplication,
  sendForm,
} from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

describe('a device', () => {
  const begin = async () =>
    (await sendForm(here.test, '/oauth/device', { client_id: application, device_name: 'Rack' })).body;
  const poll = (code = '', client = application) =>
    sendForm(here.test, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: client,
      device_code: code,
    });
  const wait = (seconds: number) =>
    everywhere(here.test, (tx) =>
      tx
        .updateTable('device-authorizations')
        .set({ 'polled-on': sql<Date>`"polled-on" - make_interval(secs => ${seconds})` })
        .execute(),
    );
  const decide = (person: Person, code = '', allow = true) =>
    here.test.as(person, 'POST /auth/v1/device', { 'user-code': code, allow });

  it('that polls too often must slow down, more each time', async () => {
    const { device_code: code } = await begin();
    expect(grantErrorOf(await poll(code))).toEqual([400, 'authorization_pending']);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'slow_down']);
    await wait(6);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'slow_down']);
    await wait(15);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'authorization_pending']);
  });

  it('gets tokens once, and no other application gets them', async () => {
    const { device_code: code, user_code: userCode } = await begin();
    expect((await decide(here.ugo, userCode)).status).toBe(200);
    expect((await decide(here.ada, userCode)).body.problems?.[0]?.code).toBe('device-decided');
    expect(grantErrorOf(await poll(code, otherApplication))).toEqual([400, 'invalid_grant']);
    const { status, body } = await poll(code);
    expect(status).toBe(200);
    expect(await isSignedIn(here.test, { ...here.ugo, token: body['access_token'] ?? '' })).toBe(true);
    expect(grantErrorOf(await poll(code))).toEqual([400, 'invalid_grant']);
  });

  it('that is denied or expired gets no tokens', async () => {
    const denied = await begin();
    expect((await decide(here.ugo, denied['user_code'], false)).status).toBe(200);
    expect((await decide(here.ugo, denied['user_code'])).status).toBe(409);
    expect(grantErrorOf(await poll(denied['device_code']))).toEqual([400, 'access_denied']);
    const late = await begin();
    await everywhere(here.test, (tx) =>
      tx.updateTable('device-authorizations').set({ 'expires-on': sql<Date>`now()` }).execute(),
    );
    expect((await decide(here.ugo, late['user_code'])).status).toBe(400);
    expect(grantErrorOf(await poll(late['device_code']))).toEqual([400, 'expired_token']);
  });
});
