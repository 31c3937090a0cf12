import { describe, expect, it } from 'vitest';
import { consume, createLicense, everyone } from '../../../test/licensing/leases.ts';
import {
  application,
  authorizationQuery,
  grantErrorOf,
  isSignedIn,
  newVerifier,
  openOAuthTest,
  otherApplication,
  sendForm,
  signInBy,
} from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

describe('a token of an application', () => {
  it('cannot give consent, not even the command’s token', async () => {
    const { challenge } = newVerifier();
    const { user_code: code } = (await sendForm(here.test, '/oauth/device', { client_id: 'keyhold' })).body;
    for (const client of [application, 'keyhold']) {
      const { person } = await signInBy(here.test, client, here.ugo);
      const request = authorizationQuery(application, challenge);
      expect((await here.test.as(person, 'POST /auth/v1/authorization', { request, allow: true })).status).toBe(403);
      expect((await here.test.as(person, 'POST /auth/v1/device', { 'user-code': code, allow: true })).status).toBe(403);
      expect((await here.test.as(person, 'POST /auth/v1/device/find', { 'user-code': code })).status).toBe(403);
    }
  });

  it('allows its user’s profile, consumable licenses, own explain and logout; the command’s allows what its user may do', async () => {
    const { person } = await signInBy(here.test, application, here.ada);
    const opened = [
      `GET /iam/v1/users/${here.ada.id}`,
      'GET /license/v1/licenses/consumable',
      `GET /license/v1/explain?product=${here.product}`,
    ] as const;
    for (const call of opened) expect((await here.test.as(person, call)).status, call).toBe(200);
    const closed = [
      `GET /iam/v1/users/${here.ugo.id}`,
      'GET /iam/v1/users',
      `GET /iam/v1/users/${here.ada.id}/sessions`,
      `GET /iam/v1/users/${here.ada.id}/factors`,
      `GET /iam/v1/users/${here.ada.id}/preferences`,
      `GET /license/v1/explain?product=${here.product}&user=${here.ugo.rn}`,
      'GET /license/v1/licenses',
      'GET /events/v1/changes',
    ] as const;
    const command = (await signInBy(here.test, 'keyhold', here.ada)).person;
    for (const call of closed) {
      expect((await here.test.as(person, call)).status, call).toBe(403);
      if (!call.includes('/events/')) expect((await here.test.as(command, call)).status, call).toBe(200);
    }
    expect((await here.test.as(person, 'POST /auth/v1/logout')).status).toBe(200);
    expect(await isSignedIn(here.test, person)).toBe(false);
  });

  it('reaches only leases of its own product', async () => {
    await createLicense(here.test, here.account, everyone);
    await createLicense(here.test, here.account, everyone, { 'product-id': 'other' });
    const { person } = await signInBy(here.test, application, here.ugo);
    const other = (await signInBy(here.test, otherApplication, here.ugo)).person;
    const { lease, status } = await consume(here.test, person, here.product);
    expect(status).toBe(201);
    expect((await consume(here.test, other, here.product, { device: 'device-2' })).status).toBe(403);
    const calls = [
      [`POST /license/v1/leases/${lease.id}/heartbeat`, { epoch: 1, seq: 1 }],
      [`POST /license/v1/leases/${lease.id}/offline`, { epoch: 1, days: 1 }],
      [`POST /license/v1/leases/${lease.id}/ack`, { epoch: 1 }],
      [`DELETE /license/v1/leases/${lease.id}?epoch=1`, undefined],
      [`GET /license/v1/leases/${lease.id}/wait?epoch=0`, undefined],
    ] as const;
    for (const [call, body] of calls) expect((await here.test.as(other, call, body)).status, call).toBe(403);
    expect((await here.test.as(person, calls[0][0], calls[0][1])).status).toBe(200);
  });

  it('cannot be revoked by another application', async () => {
    const { person, refresh } = await signInBy(here.test, application, here.ugo);
    const revoke = (client_id: string, token: string) => sendForm(here.test, '/oauth/revoke', { client_id, token });
    expect(grantErrorOf(await revoke(otherApplication, refresh))).toEqual([400, 'invalid_grant']);
    expect(grantErrorOf(await revoke(application, here.ugo.token))).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn(here.test, person)).toBe(true);
    expect((await revoke(application, 'nonsense')).status).toBe(200);
    expect((await revoke(application, person.token)).status).toBe(200);
    expect(await isSignedIn(here.test, person)).toBe(false);
    expect((await revoke(application, person.token)).status).toBe(200);
  });
});
