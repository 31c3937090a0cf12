// `npm run bench:seed`: fills an empty installation; options.ts describes the data.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { exitCodes, Failure } from '@keyhold/cli';
import { writePrivateJson } from '../../apps/demo/src/private-file.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/db/open/open.ts';
import { StartError } from '../../apps/server/src/db/start-error.ts';
import { hashOne } from '../../apps/server/src/passwords/hasher.ts';
import { readConfiguration } from '../../apps/server/src/start/configuration.ts';
import { help, type Options, readOptions } from './options.ts';
import { seed } from './seed.ts';
import { reportSteps } from './steps.ts';

/** After a crash the data is generated again: nothing has to be durable before the end. */
const loading = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  fsync: 'off',
  autovacuum: 'off',
};

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await run(options);
  else console.log(help);
} catch (error) {
  console.error(error instanceof Failure || error instanceof StartError ? error.message : error);
  process.exitCode = exitCodes.failed;
}

async function run({ amounts, target, password: given }: Options): Promise<void> {
  const configuration = readConfiguration([], process.env);
  if (!configuration) throw new Error('There is no configuration.');
  const password = given ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashOne(password);
  const database = await open(target);
  try {
    await migrate(database.connectionString);
    const steps = reportSteps();
    const accounts = await seed(database.connectionString, amounts, { ...configuration, passwordHash }, steps.progress);
    steps.end();
    const administrator = { email: configuration.rootEmail, password };
    if ('data' in target) await writePrivateJson(join(target.data, 'seed.json'), { administrator, amounts, accounts });
    console.log(`Root Administrator: ${administrator.email}, password: ${password} (as everybody's)`);
  } finally {
    await database.stop();
  }
}

async function open(target: Options['target']) {
  if ('data' in target) {
    return startEmbeddedPostgres({ dataDirectory: target.data, log: console.log, settings: loading });
  }
  return openDatabase({ databaseUrl: target.databaseUrl, dataDirectory: '', log: console.log });
}
