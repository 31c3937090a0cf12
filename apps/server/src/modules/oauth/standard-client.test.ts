import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../test/app.ts';
import { consume, createLicense, createProduct, everyone } from '../../../test/licensing/leases.ts';
import { loopback, registerApplication } from '../../../test/sign-in/oauth.ts';
import { sweep } from '../../jobs/sweep.ts';

// Runs the flows with a third-party client, configured by metadata alone.

let test: TestApp;
let config: client.Configuration;
let product: string;
beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  await registerApplication(test, product, 'studio-desktop');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const publicUrl = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  Object.assign(test.services.installation, { publicUrl });
  config = await client.discovery(new URL(publicUrl), 'studio-desktop', undefined, client.None(), {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  });
});
afterAll(() => test.close());

const withToken = (person: Person, token: string): Person => ({ ...person, token });

it('signs in by the browser, renews, uses a license, and signs out', async () => {
  const { acmeUser } = test.people;
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: loopback,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    device_name: 'Prepress 3',
    scope: 'whatever',
  });
  const sent = await fetch(address, { redirect: 'manual' });
  const page = new URL(sent.headers.get('location') ?? '');
  expect([sent.status, page.pathname]).toEqual([302, '/consent']);
  const request = page.search.slice(1);
  const asked = await test.as(acmeUser, `GET /auth/v1/authorization?request=${encodeURIComponent(request)}`);
  expect(asked.body.item).toMatchObject({
    application: { id: 'studio-desktop', name: 'Studio' },
    device: 'Prepress 3',
    address: '127.0.0.1',
  });
  const decided = await test.as(acmeUser, 'POST /auth/v1/authorization', { request, allow: true });
  const { redirect } = decided.body as unknown as { redirect: string };
  expect(redirect.startsWith(`${loopback}?`)).toBe(true);

  const tokens = await client.authorizationCodeGrant(config, new URL(redirect), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const person = withToken(acmeUser, tokens.access_token);
  await createLicense(test, acmeUser.accountId, everyone);
  expect((await consume(test, person, product)).status).toBe(201);

  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  expect(renewed.expires_in).toBe(3600);
  const again = withToken(acmeUser, renewed.access_token);
  expect((await consume(test, again, product)).status).toBe(200);
  const sessions = await test.as(acmeUser, `GET /iam/v1/users/${acmeUser.id}/sessions`);
  expect(sessions.body.items).toContainEqual(
    expect.objectContaining({ application: { id: 'studio-desktop', name: 'Studio' }, device: 'Prepress 3' }),
  );

  await client.tokenRevocation(config, renewed.refresh_token ?? '');
  expect((await test.as(again, 'GET /license/v1/licenses/consumable')).status).toBe(401);
  await sweep(test.services);
});

it('receives a denial', async () => {
  const verifier = client.randomPKCECodeVerifier();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: loopback,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const request = address.search.slice(1);
  const decided = await test.as(test.people.acmeUser, 'POST /auth/v1/authorization', { request, allow: false });
  const { redirect } = decided.body as unknown as { redirect: string };
  const grant = client.authorizationCodeGrant(config, new URL(redirect), { pkceCodeVerifier: verifier });
  await expect(grant).rejects.toMatchObject({ error: 'access_denied' });
});

it('signs a device in by a code that a user types', async () => {
  const { acmeUser } = test.people;
  const device = await client.initiateDeviceAuthorization(config, { device_name: 'Rack 7' });
  expect(device.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(device).toMatchObject({ expires_in: 600, interval: 5 });
  expect(new URL(device.verification_uri).pathname).toBe('/device');
  const polling = client.pollDeviceAuthorizationGrant(config, device);
  const typed = device.user_code.toLowerCase().replace('-', ' ');
  const found = await test.as(acmeUser, 'POST /auth/v1/device/find', { 'user-code': typed });
  expect(found.body.item).toMatchObject({
    application: { id: 'studio-desktop' },
    device: 'Rack 7',
    address: '127.0.0.1',
  });
  expect((await test.as(acmeUser, 'POST /auth/v1/device', { 'user-code': typed, allow: true })).status).toBe(200);
  const tokens = await polling;
  const me = await test.as(withToken(acmeUser, tokens.access_token), `GET /iam/v1/users/${acmeUser.id}`);
  expect(me.body.item.rn).toBe(acmeUser.rn);
});
