import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRn } from '@keyhold/contract';
import { createKeyhold, type Lease, type LeaseEvents, memoryStore, UnreachableError } from '@keyhold/sdk';
import { decodeJwt, decodeProtectedHeader, type JWK } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../test/soon.ts';
import { issueAddonLicense } from '../../../test/licensing/issued-licenses.ts';
import { consumeBody, createLicense, everyone } from '../../../test/licensing/leases.ts';
import { openSdkTest } from '../../../test/licensing/sdk.ts';

const here = openSdkTest();
let license: { id: string; rn: string };

beforeEach(async () => {
  license = await createLicense(here.test, here.account, everyone);
});

async function hold(baseUrl = here.url): Promise<Lease> {
  const { 'stream-id': _, ...request } = consumeBody(here.product);
  const lease = await createKeyhold({ baseUrl, token: here.ugo.token }).consume(request);
  here.leases.push(lease);
  return lease;
}

function heard<Name extends keyof LeaseEvents>(lease: Lease, name: Name): LeaseEvents[Name][] {
  const list: LeaseEvents[Name][] = [];
  lease.on(name, (event) => void list.push(event));
  return list;
}

const send = (message: string) =>
  here.test.as(here.ada, `POST /license/v1/licenses/${license.id}/message`, { message });

/** Waits until the client follows the lease's events: a message is queued until then. */
async function followed(lease: Lease): Promise<void> {
  const messages = heard(lease, 'message');
  expect((await send('Are you there?')).status).toBe(200);
  await vi.waitFor(() => expect(messages).toHaveLength(1), soon);
}

describe('the SDK and the server', () => {
  it('let a machine use a license with its API token alone, until the token is revoked', async () => {
    const made = await here.test.as(here.ada, 'POST /iam/v1/service-accounts', {
      name: 'Render farm',
      'account-id': here.account,
    });
    const { rn } = made.body.item;
    const id = parseRn(rn).resourceId;
    const tokens = `/iam/v1/service-accounts/${id}/tokens` as const;
    const body = { name: 'Token', 'expires-on': new Date(Date.now() + 86_400_000).toISOString(), addresses: [] };
    const created = (await here.test.as(here.ada, `POST ${tokens}`, body)).body as unknown as {
      secret: string;
      item: { id: string };
    };
    const named = await createLicense(here.test, here.account, { kind: 'User', user: rn });
    const keyhold = createKeyhold({ baseUrl: here.url, token: created.secret });
    expect(() => keyhold.user()).toThrow('Whose API token it is is known with its first lease.');
    const { 'stream-id': _, ...request } = consumeBody(here.product);
    const lease = await keyhold.consume({ ...request, maxSeconds: 60 });
    expect([lease.license, keyhold.user(), lease.entitled]).toEqual([named.rn, rn, true]);
    const [released, messages] = [heard(lease, 'released'), heard(lease, 'message')];
    // It follows the events of its lease: otherwise a refused heartbeat says only that the token has ended.
    await here.test.as(here.ada, `POST /license/v1/licenses/${named.id}/message`, { message: 'Are you there?' });
    await vi.waitFor(() => expect(messages).toHaveLength(1), soon);
    expect((await here.test.as(here.ada, `DELETE ${tokens}/${created.item.id}`)).status).toBe(200);
    await vi.waitFor(() => expect(released).toMatchObject([{ reason: 'session-ended' }]), soon);
    // The lease's own token has acknowledged the release.
    await vi.waitFor(async () => {
      const { items } = (await here.test.as(here.ada, `GET /iam/v1/audit?resource=${named.rn}`)).body;
      expect(items[0]).toMatchObject({ action: 'license:AcknowledgeRelease', 'actor-name': 'Render farm' });
    }, soon);
  });

  it('update add-ons in the application when they are assigned and removed', async () => {
    const addon = await issueAddonLicense(here.test, here.account, 'colour-server');
    const lease = await hold();
    const changes = heard(lease, 'entitlements');
    expect(lease.addons).toEqual([]);
    await followed(lease);
    const path = `/license/v1/licenses/${license.id}/addons` as const;
    expect((await here.test.as(here.ada, `POST ${path}`, { addon: addon.rn })).status).toBe(200);
    await vi.waitFor(() => expect(changes).toEqual([{ addons: [addon.of] }]), soon);
    expect(lease.addons).toEqual([addon.of]);
    expect((await here.test.as(here.ada, `DELETE ${path}/${addon.key}`)).status).toBe(200);
    await vi.waitFor(() => expect(changes[1]).toEqual({ addons: [] }), soon);
    expect(lease).toMatchObject({ addons: [], standing: 'active', epoch: 1 });
  });

  it('deliver an administrator’s message', async () => {
    const lease = await hold();
    const messages = heard(lease, 'message');
    expect((await send('Lunch is ready.')).status).toBe(200);
    await vi.waitFor(() => expect(messages).toEqual([{ message: 'Lunch is ready.' }]), soon);
  });

  it('fall back to long polling when streams are blocked, and still deliver a release', async () => {
    const asked: string[] = [];
    const proxy = createServer(async (request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.endsWith('/events')) return void response.writeHead(502).end();
      let body = '';
      for await (const piece of request) body += piece;
      const { authorization = '', 'content-type': type } = request.headers;
      const answer = await fetch(`${here.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
        body: body === '' ? null : body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const lease = await hold(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const released = heard(lease, 'released');
    await vi.waitFor(() => expect(asked.some((path) => path.includes('/wait?'))).toBe(true), soon);
    await here.test.as(here.ada, `POST /license/v1/licenses/${license.id}/unassign`, {});
    await lease.ended;
    expect(released).toMatchObject([{ reason: 'released', by: here.ada.rn }]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it('use tokens with exactly the claims of the protocol’s test vectors', async () => {
    const path = new URL('../../../../../docs/licensing-test-vectors.json', import.meta.url);
    const vectors = JSON.parse(await readFile(path, 'utf8')) as { claims: object; online: { token: string }[] };
    const { token } = (await here.test.as(here.ugo, 'POST /license/v1/leases', consumeBody(here.product))).body.lease;
    const shape = (value: object): unknown =>
      Object.entries(value).map(([name, part]) => [name, name === 'cert' ? Object.keys(part as object) : null]);
    expect(shape(decodeJwt(token))).toEqual(shape(vectors.claims));
    const headers = (one: string) => Object.keys(decodeProtectedHeader(one)).toSorted();
    expect(headers(token)).toEqual(headers(vectors.online[0]?.token ?? ''));
  });

  it('lose no seat when the replies to a check-out are lost', async () => {
    const { 'stream-id': _, ...request } = consumeBody(here.product);
    const rootKey = (await here.test.as(here.ugo, 'GET /license/v1/root-key')).body.item as JWK;
    const options = { baseUrl: here.url, token: here.ugo.token, rootKey, store: memoryStore() };
    const lossy: typeof fetch = async (...[address, init]) => {
      const reply = await fetch(address, init);
      if (String(address).endsWith('/offline')) throw new TypeError('The connection was reset.');
      return reply;
    };
    const lease = await createKeyhold({ ...options, fetch: lossy }).consume(request);
    await expect(lease.takeOffline(3)).rejects.toBeInstanceOf(UnreachableError);
    const next = createKeyhold(options);
    const taken = await next.consume(request);
    expect(taken).toMatchObject({ license: license.rn, standing: 'offline', entitled: true });
    await taken.offline?.return();
    here.leases.push(await next.consume(request));
    // The first run learns that it no longer has the seat.
    await lease.release();
  });

  it('release the seat of a user in whose place another one has signed in', async () => {
    const { 'stream-id': _, ...request } = consumeBody(here.product);
    const keyhold = createKeyhold({ baseUrl: here.url, token: here.ugo.token });
    const lease = await keyhold.consume(request);
    keyhold.useToken(here.ada.token);
    await lease.release();
    expect((await keyhold.consumable(here.product)).map(({ available }) => available)).toEqual([true]);
  });

  it('reduce heartbeats of a busy server, but never below two per lease', async () => {
    const { pace } = here.test.services;
    for (let count = 0; count < 200; count += 1) pace.note(60_000);
    const { 'next-heartbeat-ms': next } = (
      await here.test.as(here.ugo, 'POST /license/v1/leases', consumeBody(here.product))
    ).body.lease;
    for (let count = 0; count < 400; count += 1) pace.note(1);
    const later = (await here.test.as(here.ugo, 'POST /license/v1/leases', consumeBody(here.product))).body.lease;
    expect([next, later['next-heartbeat-ms']]).toEqual([45_000, 30_000]);
  });
});
