import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account, AddonLicense, License, User } from '@keyhold/contract';
import { pino } from 'pino';
import { readConfiguration } from '../../server/src/start/configuration.ts';
import { startServer } from '../../server/src/start/server.ts';
import { createTestDatabase } from '../../server/test/database/database.ts';
import { freePort } from '../../server/test/free-port.ts';
import type { DemoCredential } from '../src/credentials.ts';
import * as demo from '../src/demo.ts';

export type DemoServer = Awaited<ReturnType<typeof createDemoServer>>;

/** Starts the whole server on a separate empty database, with an empty data folder. */
export async function createDemoServer(environment: NodeJS.ProcessEnv = {}) {
  const database = await createTestDatabase();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'keyhold-demo-'));
  const configuration = readConfiguration(['--port', String(await freePort()), '--data', dataDirectory], environment);
  if (!configuration) throw new Error('There is no configuration.');
  const server = await startServer(configuration, database.connectionString, pino({ level: 'silent' }), demo);
  await server.listen();
  const address = `http://127.0.0.1:${configuration.port}`;

  type Person = Pick<DemoCredential, 'email' | 'password'>;

  async function signIn(person: Person): Promise<string> {
    const response = await fetch(`${address}/auth/v1/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.email, password: person.password }),
    });
    const body = (await response.json()) as { token?: string; errors: string[] };
    if (!body.token) throw new Error(`${person.email} cannot sign in: ${body.errors.join(' ')}`);
    return body.token;
  }

  async function get<Body>(token: string, path: string): Promise<Body> {
    const response = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`);
    return (await response.json()) as Body;
  }

  async function post<Body>(token: string, path: string, body: unknown): Promise<Body> {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}.`);
    return (await response.json()) as Body;
  }

  return {
    configuration,
    dataDirectory,
    address,
    services: server.services,
    signIn,
    get,
    post,
    /** The lists of an account as seen by provider staff. */
    async look(token: string, account: string) {
      const query = `resolve=all&account=${account}`;
      const [users, licenses, addons] = await Promise.all([
        get<{ items: User[]; resources: Record<string, { name: string }> }>(token, `/iam/v1/admin/users?${query}`),
        get<{ items: License[] }>(token, `/license/v1/admin/licenses?${query}`),
        get<{ items: AddonLicense[] }>(token, `/license/v1/admin/addon-licenses?${query}&unassigned-only=true`),
      ]);
      return { users: users.items, named: users.resources, licenses: licenses.items, unassigned: addons.items };
    },
    accounts: async (token: string) => (await get<{ items: Account[] }>(token, '/admin/v1/accounts')).items,
    async close() {
      await server.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
