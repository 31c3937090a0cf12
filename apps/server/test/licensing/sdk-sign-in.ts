import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyhold, fileStore, type KeyholdOptions, type Lease } from '@keyhold/sdk';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../app.ts';
import { registerApplication } from '../sign-in/oauth.ts';
import { consumeBody, createLicense, createProduct, everyone, openAccount } from './leases.ts';

/** An app that listens, an application of its product, and for each test a licensed user and a folder for the store. */
export function openSdkTest() {
  const here = {} as { test: TestApp; url: string; product: string; ugo: Person; folder: string };
  let leases: Lease[];
  beforeAll(async () => {
    here.test = await createTestApp();
    here.product = await createProduct(here.test);
    await registerApplication(here.test, here.product, 'studio-desktop');
    here.url = await listenPublicly(here.test);
  });
  afterAll(() => {
    here.test.services.streams.close();
    return here.test.close();
  });
  beforeEach(async () => {
    const opened = await openAccount(here.test);
    here.ugo = opened.ugo;
    await createLicense(here.test, opened.account, everyone);
    leases = [];
    here.folder = await mkdtemp(join(tmpdir(), 'keyhold-sign-in-'));
  });
  afterEach(async () => {
    for (const lease of leases) await lease.release().catch(() => undefined);
    const { streams } = here.test.services;
    streams.close();
    await vi.waitFor(() => expect(streams.count).toBe(0), soon);
    await rm(here.folder, { recursive: true });
  });
  const connect = (options: Partial<KeyholdOptions> = {}) => {
    const store = fileStore(join(here.folder, 'store'));
    return createKeyhold({ baseUrl: here.url, application: 'studio-desktop', store, ...options });
  };
  return Object.assign(here, {
    connect,
    allowing: () => browserOf(here.test, here.ugo),
    sidOf: (token: string) => decodeJwt(token)['sid'],
    sessions: async () => (await here.test.as(here.ugo, `GET /iam/v1/users/${here.ugo.id}/sessions`)).body.items,
    /** Takes a seat, and follows the events of its lease: one that does so only after its session ended learns no reason. */
    hold: async (keyhold = connect()): Promise<Lease> => {
      const { streams } = here.test.services;
      const others = streams.count;
      const { 'stream-id': _, ...request } = consumeBody(here.product);
      const lease = await keyhold.consume(request);
      leases.push(lease);
      await vi.waitFor(() => expect(streams.count).toBeGreaterThan(others), soon);
      return lease;
    },
    /** Counts the requests of an application to its server, and allows the test to replace replies. */
    counting: (spoil: (path: string, reply: () => Promise<Response>) => Promise<Response>) => {
      const paths: string[] = [];
      const send: typeof fetch = (address, init) => {
        const { pathname } = new URL(String(address));
        paths.push(pathname);
        return spoil(pathname, () => fetch(address, init));
      };
      return { paths, fetch: send };
    },
  });
}

/** Makes the app listen, with its address as the public URL. Returns the address. */
export async function listenPublicly({ app, services }: TestApp): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  Object.assign(services.installation, { publicUrl });
  return publicUrl;
}

/** The address to which the user's decision redirects their browser. */
export async function decide(test: TestApp, person: Person, address: string, allow: boolean): Promise<URL> {
  const sent = await fetch(address, { redirect: 'manual' });
  const request = new URL(sent.headers.get('location') ?? '').search.slice(1);
  const decided = await test.as(person, 'POST /auth/v1/authorization', { request, allow });
  const { redirect } = decided.body as unknown as { redirect: string };
  return new URL(redirect);
}

/** The browser of a user who allows every request. */
export const browserOf = (test: TestApp, person: Person) => async (address: string) => {
  await fetch(await decide(test, person, address, true));
};

/** A user who enters the code displayed by a device. */
export const answerCodes = (test: TestApp, person: Person, allow: boolean) => async (code: { userCode: string }) => {
  await test.as(person, 'POST /auth/v1/device', { 'user-code': code.userCode, allow });
};
