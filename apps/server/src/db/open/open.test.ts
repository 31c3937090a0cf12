import { createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { createTestDatabase, databaseAddress, execute } from '../../../test/database/database.ts';
import { StartError } from '../start-error.ts';
import { openDatabase } from './open.ts';

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDirectory: '/nonexistent', log: () => undefined });

test('uses the server at DATABASE_URL and leaves it running', async () => {
  const database = await createTestDatabase();
  const opened = await open(database.connectionString);
  expect(opened).toMatchObject({ connectionString: database.connectionString, embedded: false });
  await opened.stop();
  await execute(database.connectionString, 'select 1');
  await database.drop();
});

test.each(['localhost:5432/keyhold', 'mysql://localhost/keyhold', 'postgresql://host:port/keyhold'])(
  'rejects the invalid address %s',
  async (address) => {
    await expect(open(address)).rejects.toThrow(
      new StartError('DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database.'),
    );
  },
);

test('reports which address is invalid', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const opening = openDatabase({
    databaseUrl: connectionString,
    databaseDirectUrl: 'somewhere',
    dataDirectory: '/nonexistent',
    log: () => undefined,
  });
  await expect(opening).rejects.toThrow(
    new StartError('DATABASE_DIRECT_URL is not an address of the form postgresql://user:password@host:5432/database.'),
  );
  await drop();
});

test('reports the TLS file that cannot be read', async () => {
  const address = 'postgresql://keyhold:secret@localhost/keyhold?sslmode=verify-full&sslrootcert=/nonexistent/ca.crt';
  await expect(open(address)).rejects.toThrow(
    new StartError('DATABASE_URL names a file for TLS that cannot be read: /nonexistent/ca.crt.'),
  );
});

test('reports an unreachable server without revealing the password', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const address = closed.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((resolve) => closed.close(resolve));
  await expect(open(`postgresql://keyhold:secret@127.0.0.1:${port}/keyhold`)).rejects.toThrow(
    new StartError(`No PostgreSQL answers at 127.0.0.1:${port} (DATABASE_URL). Start it, or correct host and port.`),
  );
});

test('reports a rejected password', async () => {
  const { connectionString } = inject('databaseServer');
  const wrong = connectionString.replace(/:[^:@]*@/, ':wrong@');
  await expect(open(wrong)).rejects.toThrow(/^PostgreSQL at .* refuses the user name or password of DATABASE_URL\.$/);
});

test('reports how to create a missing database', async () => {
  const { connectionString } = inject('databaseServer');
  await expect(open(databaseAddress(connectionString, 'keyhold_missing'))).rejects.toThrow(
    /^The database keyhold_missing does not exist .* Create it with: create database keyhold_missing$/,
  );
});

test('rejects a database whose encoding is not UTF8', async () => {
  const { connectionString, template } = inject('databaseServer');
  const name = `${template}_latin`;
  await execute(
    connectionString,
    `create database ${name} template template0 encoding latin1 locale 'C' locale_provider libc`,
  );
  await expect(open(databaseAddress(connectionString, name))).rejects.toThrow(
    new StartError('The database at DATABASE_URL is encoded in LATIN1; Keyhold needs one created with encoding UTF8.'),
  );
});
