import { once } from 'node:events';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import { StartError } from '../db/start-error.ts';
import { readConfiguration } from './configuration.ts';
import { startServer } from './server.ts';

let database: TestDatabase;
const occupied = createServer();
beforeAll(async () => {
  database = await createTestDatabase();
  await once(occupied.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  occupied.close();
  await database.drop();
});

/** The error of a server that listens with these settings. */
async function listenError(environment: Record<string, string>): Promise<unknown> {
  const configuration = readConfiguration(['--no-demo'], environment);
  if (!configuration) throw new Error('There is no configuration.');
  const server = await startServer(configuration, database.connectionString, pino({ level: 'silent' }));
  const error = await server.listen().catch((reason: unknown) => reason);
  await server.close();
  return error;
}

it('names the option and the variable of a port that is in use', async () => {
  const address = occupied.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  expect(await listenError({ KEYHOLD_PORT: port })).toEqual(
    new StartError(
      `Port ${port} is in use by another program. Stop that program, or choose another port with --port or KEYHOLD_PORT.`,
    ),
  );
});

it.each(['192.0.2.1', 'no such host', 'fe80::1'])(
  'names the option and the variable of a host that this machine does not have (%s)',
  async (host) => {
    expect(await listenError({ KEYHOLD_HOST: host })).toEqual(
      new StartError(`This machine has no address ${host}. Choose another with --host or KEYHOLD_HOST.`),
    );
  },
);
