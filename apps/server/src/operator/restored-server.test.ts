import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPassword } from '../../test/app.ts';
import { freePort } from '../../test/free-port.ts';
import { createOperatorTest, keyhold, type OperatorTest, spawnKeyhold } from '../../test/operator.ts';
import { openDatabase } from '../db/open/open.ts';
import { readConfiguration } from '../start/configuration.ts';
import { startServer } from '../start/server.ts';

let test: OperatorTest;
let backup: string;
let data: string;
const sealed =
  'was encrypted with a missing key. Servers without it sign with another one; tokens of this one stay valid.';
beforeAll(async () => {
  test = await createOperatorTest();
  backup = join(test.folder, 'keyhold.backup.gz');
  data = join(test.folder, 'restored');
  expect(await keyhold(['backup', backup], test.local)).toMatchObject({ code: 0 });
  // Without the key for secrets of the installation that was backed up.
  const restored = await spawnKeyhold(['restore', backup, '--data', data]);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining(sealed)]);
});
afterAll(() => test.close());

/** Runs the server on the restored data folder. */
async function whileRunning(work: (address: string, environment: Record<string, string>) => Promise<void>) {
  const port = String(await freePort());
  const configuration = readConfiguration(['--port', port, '--data', data, '--no-demo'], {});
  if (!configuration) throw new Error('There is no configuration.');
  const database = await openDatabase({ dataDirectory: data, log: () => undefined });
  try {
    const server = await startServer(configuration, database.connectionString, pino({ level: 'silent' }));
    try {
      await server.listen();
      await work(`http://127.0.0.1:${port}`, { KEYHOLD_DATA_DIR: data, KEYHOLD_PORT: port });
    } finally {
      await server.close();
    }
  } finally {
    await database.stop();
  }
}

it('a server on a restored data folder has its users, passwords and sessions', async () => {
  await whileRunning(async (address, environment) => {
    const { acmeAdmin, acmeUser } = test.people;
    const signIn = await keyhold(['login', '--server', address, '--email', acmeUser.email], {
      XDG_CONFIG_HOME: test.folder,
      KEYHOLD_PASSWORD: testPassword,
    });
    expect(signIn).toMatchObject({ code: 0 });
    // The public keys are restored readable, so that a token from before the backup is still valid.
    const users = await keyhold(['users', 'list'], { KEYHOLD_URL: address, KEYHOLD_TOKEN: acmeAdmin.token });
    expect(users.stdout).toContain(acmeUser.email);

    expect(await spawnKeyhold(['audit', 'verify'], environment)).toMatchObject({ code: 0 });
    expect(await keyhold(['backup', test.folder], environment)).toMatchObject({ code: 0 });
    const doctor = await keyhold(['doctor'], environment);
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(`✓ Keyhold runs at ${address}`)]);
    expect(doctor.stdout).toContain(sealed);
    const again = await keyhold(['restore', backup], environment);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('Keyhold is already running on the data')]);
  });
});

it('a command without a running server starts the database and stops it again', async () => {
  const port = String(await freePort());
  const { code, stdout } = await spawnKeyhold(['doctor', '--data', data], { KEYHOLD_PORT: port });
  expect([code, stdout]).toEqual([0, expect.stringContaining(`! No server is running at 127.0.0.1:${port}`)]);
  expect(stdout).toContain('✓ The last backup is from');
  const verified = await keyhold(['backup', 'verify', backup, '--data', data]);
  expect([verified.stderr, verified.code, verified.stdout]).toEqual([
    '',
    0,
    expect.stringContaining(`${backup} can be restored`),
  ]);
  const again = await keyhold(['restore', backup, '--data', data]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`The database of ${data} is not empty`)]);
  await whileRunning(async () => undefined);
});
