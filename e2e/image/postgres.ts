import { execFileSync } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderFor, listening, postgresPrograms, runProgram, startProgram } from '../../bench/faults/programs.ts';

const prepareDatabase = fileURLToPath(new URL('../../deploy/container/database.sh', import.meta.url));
const port = 5432;

/** Starts Debian's PostgreSQL in an empty folder, prepared like that of the compose file. */
export async function startPostgres(folder: string) {
  const bin = await postgresPrograms();
  const data = join(await folderFor(folder), 'data');
  const password = crypto.randomUUID().replaceAll('-', '');
  const passwordFile = `${folder}-password`;
  await writeFile(passwordFile, password, { mode: 0o644 });
  await runProgram(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile);
  await appendFile(join(data, 'postgresql.conf'), `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`);
  const program = startProgram(join(bin, 'postgres'), ['-D', data], `${folder}.log`);
  await listening(port);
  const env = {
    ...process.env,
    PGHOST: '127.0.0.1',
    PGPASSWORD: password,
    KEYHOLD_DATABASE_PASSWORD: password,
  };
  execFileSync(prepareDatabase, { env });
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return {
    url: `postgresql://keyhold:${password}@127.0.0.1:${port}/keyhold`,
    version: /[\d.]+/.exec(version)?.[0] ?? version,
    stop: () => program.end('SIGINT'),
  };
}
