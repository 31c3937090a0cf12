import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Discovery, SingleSignOn } from '@keyhold/contract';
import { inTransaction } from '@keyhold/server/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDemoServer, type DemoServer } from '../../test/demo-server.ts';
import { credentialsPath, type DemoCredential } from '../credentials.ts';
import { seedDemo } from '../demo.ts';
import { startIdentityProvider } from './identity-provider.ts';

let server: DemoServer;
let root: string;
let query: string;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  server = await createDemoServer();
  await seedDemo(server.services, server.dataDirectory);
  const [first]: DemoCredential[] = JSON.parse(await readFile(credentialsPath(server.dataDirectory), 'utf8'));
  root = await server.signIn(first as DemoCredential);
  const accounts = await server.accounts(root);
  const rn = accounts.find(({ name }) => name === 'Fjord Film')?.rn ?? '';
  query = `?account=${rn.split(':').at(-1)}`;
});
afterAll(() => server.close());

const start = () => startIdentityProvider(server.services, server.configuration);
const connection = async () =>
  (await server.get<{ item: SingleSignOn | null }>(root, `/iam/v1/single-sign-on${query}`)).item;
const discovered = async () =>
  (await server.post<{ item: Discovery }>(root, `/iam/v1/single-sign-on/test${query}`, {})).item;

it("connects one account and verifies its domain, on a port next to the console's", async () => {
  expect(await connection()).toBeNull();
  const provider = await start();
  const made = await connection();
  expect(made).toMatchObject({
    'create-users': true,
    'tags-claim': 'groups',
    domains: [{ name: 'fjordfilm.example', 'verified-on': expect.any(String) }],
  });
  const port = Number(new URL(made?.issuer ?? '').port);
  expect(port - server.configuration.port).toBeGreaterThan(0);
  expect(await discovered()).toMatchObject({ issuer: made?.issuer, algorithms: ['ES256'], 'backchannel-logout': true });
  await provider.close();
});

it('uses another port when its port is taken, keeps all identities, and changes nothing else', async () => {
  const issuer = (await connection())?.issuer ?? '';
  const other = createServer();
  await new Promise<void>((listening) => other.listen(Number(new URL(issuer).port), '127.0.0.1', listening));
  expect((other.address() as AddressInfo).port).toBe(Number(new URL(issuer).port));
  await inTransaction(server.services.db, 'every account', async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'account-id'])
      .where('email', 'like', 'jonas.berg@%')
      .executeTakeFirstOrThrow();
    const known = { 'account-id': user['account-id'], 'user-id': user.id, issuer, subject: 'fjord-jonas.berg' };
    await tx.insertInto('identities').values(known).execute();
    await tx.updateTable('sign-in-connections').set({ 'create-users': false }).execute();
  });
  const provider = await start();
  const moved = await connection();
  expect(moved?.issuer).not.toBe(issuer);
  expect(moved).toMatchObject({ 'create-users': false, 'tags-claim': 'groups' });
  const identities = await inTransaction(server.services.db, 'every account', (tx) =>
    tx.selectFrom('identities').select(['issuer', 'subject']).execute(),
  );
  expect(identities).toEqual([{ issuer: moved?.issuer, subject: 'fjord-jonas.berg' }]);
  await provider.close();
  await new Promise((closed) => other.close(closed));
});

it('keeps a connection with another provider', async () => {
  await inTransaction(server.services.db, 'every account', (tx) =>
    tx.updateTable('sign-in-connections').set({ issuer: 'https://mine.example', 'client-id': 'mine' }).execute(),
  );
  const provider = await start();
  expect(await connection()).toMatchObject({ issuer: 'https://mine.example', 'client-id': 'mine' });
  await provider.close();
});
