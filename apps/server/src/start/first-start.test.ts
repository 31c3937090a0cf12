import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPassword } from '../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import { inTransaction } from '../db/database.ts';
import { StartError } from '../db/start-error.ts';
import { createApp } from './app.ts';
import { readConfiguration } from './configuration.ts';
import { firstRootLink } from './first-start.ts';
import { type OpenServices, openServices } from './open-services.ts';

const rootEmail = 'root@keyhold.example';
let database: TestDatabase;
const nodes: OpenServices[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
  await database.drop();
});

/** The services of a server without a demo, on the empty database. */
async function startNode(environment: NodeJS.ProcessEnv = {}, log = pino({ level: 'silent' })): Promise<OpenServices> {
  const configuration = readConfiguration(['--no-demo'], environment);
  if (!configuration) throw new Error('There is no configuration.');
  const { connectionString } = database;
  const node = await openServices(configuration, {
    connectionString,
    directConnectionString: connectionString,
    poolSize: 3,
    pooled: false,
    log,
  });
  nodes.push(node);
  return node;
}

async function printLink({ services }: OpenServices): Promise<string> {
  return (await firstRootLink(services.db, services.installation, rootEmail)) ?? '';
}

/** Opens a link and chooses a password; returns the status of the reply. */
async function activate({ services }: OpenServices, link: string): Promise<number> {
  const app = await createApp(services, {
    consoleDirectory: null,
    trustProxy: false,
    corsOrigins: [],
  });
  const reply = await app.inject({
    method: 'POST',
    url: '/auth/v1/activate',
    payload: { 'activation-key': new URL(link).searchParams.get('activation-key'), 'new-password': testPassword },
  });
  await app.close();
  return reply.statusCode;
}

describe('the region', () => {
  it('is fixed at the first start, and a later setting is reported', async () => {
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) });
    await startNode({ KEYHOLD_REGION: 'us-2' }, log);
    await startNode({}, log);
    await startNode({ KEYHOLD_REGION: 'us-2' }, log);
    expect(warnings).toEqual([]);
    const { services } = await startNode({ KEYHOLD_REGION: 'eu-1' }, log);
    expect(services.installation.region).toBe('us-2');
    expect(warnings).toEqual([
      'KEYHOLD_REGION is eu-1, but this database was created with us-2: resource names keep that region.',
    ]);
  });
});

describe('the link for the first Root Administrator', () => {
  it.each([0, 1])('works from each of two servers that start together, until one link is used (%i)', async (used) => {
    const [first, second] = await Promise.all([startNode(), startNode()]);
    const links = await Promise.all([printLink(first), printLink(second)]);
    expect(new Set(links).size).toBe(2);
    expect(await activate(first, links[used] ?? '')).toBe(200);
    expect(await activate(first, links[1 - used] ?? '')).toBe(400);
    expect(await printLink(second)).toBe('');
  });

  it('ends the links of earlier starts', async () => {
    const node = await startNode();
    const old = await printLink(node);
    await inTransaction(node.services.db, 'every account', (tx) =>
      tx.updateTable('activation-keys').set({ 'created-on': sql<Date>`now() - interval '1 hour'` }).execute(),
    );
    const fresh = await printLink(node);
    expect(await activate(node, old)).toBe(400);
    expect(await activate(node, fresh)).toBe(200);
  });

  it('is refused in a sentence when a user who is not active has its e-mail', async () => {
    const node = await startNode();
    await printLink(node);
    await inTransaction(node.services.db, 'every account', (tx) =>
      tx.updateTable('users').set({ status: 'Inactive' }).execute(),
    );
    await expect(printLink(node)).rejects.toThrow(
      new StartError(
        'There is no active Root Administrator, but a user with the e-mail root@keyhold.example. Set KEYHOLD_ROOT_EMAIL to the e-mail of a new one.',
      ),
    );
  });
});
