import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isErrorCode } from '../../error-code.ts';
import { diskFull } from '../data-folder.ts';
import { StartError } from '../start-error.ts';
import type { EmbeddedHome } from './home.ts';

const run = promisify(execFile);

/** The environment of PostgreSQL's programs, without variables that change their behaviour (PGDATA, PGPORT, LANG …). */
export const cleanEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Name of the server's own role, which owns the database of the same name and is subject to row security. */
const role = 'keyhold';
const rolePassword = 'keyhold-password';

/** Allows connections only through the socket, in a folder private to the owner, and only with a password. */
const access = 'local all all scram-sha-256\nlocal replication all scram-sha-256\n';

/**
 * Creates the cluster on the first start, in a temporary folder that is renamed last,
 * so that an interruption leaves either no cluster or a complete one.
 */
export async function createCluster(home: EmbeddedHome): Promise<void> {
  await removeUnfinished(home);
  if (await stat(home.cluster).catch(() => undefined)) return;
  const unfinished = `${home.cluster}.new-${randomBytes(4).toString('hex')}`;
  try {
    await fill(home, unfinished);
    await rename(unfinished, home.cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(home: EmbeddedHome, unfinished: string): Promise<void> {
  const passwords = { role: randomBytes(24).toString('hex'), superuser: randomBytes(24).toString('hex') };
  // `builtin` sorts by code point and never changes with a system's libraries, so an update cannot corrupt an index.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await initialise(home, [...locale, '--encoding=UTF8', '--username=postgres', '--auth=trust', '-D', unfinished]);
  await singleUser(home, unfinished, [
    `alter role postgres password '${passwords.superuser}'`,
    `create role ${role} login createdb createrole password '${passwords.role}'`,
    `create database ${role} owner ${role}`,
  ]);
  await writeFile(join(unfinished, 'pg_hba.conf'), access);
  for (const [file, password] of [
    [rolePassword, passwords.role],
    ['superuser-password', passwords.superuser],
  ] as const) {
    const path = join(unfinished, file);
    await writeFile(path, `${password}\n`);
    await chmod(path, 0o600);
    if (home.runAs) await chown(path, home.runAs.uid, home.runAs.gid);
  }
}

/** The address of the server's own database, for both node-postgres and libpq. */
export async function connectionString(home: EmbeddedHome): Promise<string> {
  const password = (await readFile(join(home.cluster, rolePassword), 'utf8')).trim();
  // Port and sslmode are set, so that PGPORT and PGSSLMODE of the environment do not apply.
  const query = new URLSearchParams({ host: home.socket, port: '5432', sslmode: 'disable' });
  return `postgresql://${role}:${password}@/${role}?${query}`;
}

async function removeUnfinished(home: EmbeddedHome): Promise<void> {
  for (const entry of await readdir(home.folder)) {
    if (entry.startsWith('cluster.new-')) await rm(join(home.folder, entry), { recursive: true, force: true });
  }
}

async function initialise(home: EmbeddedHome, options: string[]): Promise<void> {
  try {
    await run(join(home.binaries, 'initdb'), options, {
      ...home.runAs,
      cwd: home.folder,
      env: cleanEnvironment,
    });
  } catch (error) {
    throw creationError(home, error instanceof Error && 'stderr' in error ? String(error.stderr) : '', error);
  }
}

/** Runs statements in single-user mode, so that no other connection can interfere. */
function singleUser(home: EmbeddedHome, cluster: string, statements: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(home.binaries, 'postgres'), ['--single', '-D', cluster, 'postgres'], {
      ...home.runAs,
      cwd: home.folder,
      env: cleanEnvironment,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let messages = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
    });
    child.on('error', (error) => reject(creationError(home, '', error)));
    child.on('close', (code) => {
      // A failed statement is only reported; the process still ends with 0.
      if (code === 0 && !/\b(ERROR|FATAL|PANIC):/.test(messages)) resolve();
      else reject(creationError(home, messages.replaceAll(/'[0-9a-f]{48}'/g, "'…'")));
    });
    // 'close' reports a child that exited early, with its reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${statements.join('\n')}\n`);
  });
}

function creationError(home: EmbeddedHome, messages: string, cause?: unknown): StartError {
  if (messages.includes('No space left on device')) return diskFull(home.folder);
  if (isErrorCode(cause, 'ENOENT')) {
    return new StartError(
      'The PostgreSQL that comes with Keyhold does not run on this system: it needs the GNU C library. Set DATABASE_URL to a PostgreSQL server (15 or newer).',
      { cause },
    );
  }
  const details = messages.trim() || (cause instanceof Error ? cause.message : '');
  return new StartError(
    `The database in ${home.folder} could not be created. PostgreSQL reports: ${details || 'nothing'}\nTo use another PostgreSQL server, set DATABASE_URL.`,
    { cause },
  );
}
