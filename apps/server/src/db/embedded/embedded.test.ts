import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let temporary: string;
let folder: string;
let said: string[];
const servers: EmbeddedPostgres[] = [];
const processes: ChildProcess[] = [];

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'keyhold-embedded-'));
  await chmod(temporary, 0o711);
  folder = temporary;
  said = [];
});

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await until(async () => (await postmaster()) === undefined);
  await rm(temporary, { recursive: true, force: true });
});

const dataDirectory = () => join(folder, 'data');

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory: dataDirectory(), log: (message) => said.push(message) });
  servers.push(server);
  return server;
}

async function startInProcess(): Promise<{ child: ChildProcess; connectionString: string }> {
  const program = join(import.meta.dirname, '../../../test/database/embedded-in-process.ts');
  const child = spawn(process.execPath, [program, dataDirectory()], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(child);
  const [connectionString] = await once(createInterface(child.stdout), 'line');
  return { child, connectionString };
}

async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(): Promise<number | undefined> {
  const file = join(dataDirectory(), 'database/cluster/postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.split('\n')[0]);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

test('runs a durable PostgreSQL 18 with a role that is subject to row security, and keeps its data', async () => {
  const first = await start();
  const [server] = await query(
    first.connectionString,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commits, current_setting('server_encoding') as encoding,
       rolsuper or rolbypassrls as unbound, current_database() as database
     from pg_roles where rolname = current_user`,
  );
  expect(server).toEqual({
    version: 18,
    fsync: 'on',
    commits: 'on',
    encoding: 'UTF8',
    unbound: false,
    database: 'keyhold',
  });
  await query(first.connectionString, 'create table kept as select 42 as answer');
  await first.stop();
  expect(await postmaster()).toBeUndefined();

  const second = await start();
  expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('offers collations that ignore case for every script', async () => {
  const { connectionString } = await start();
  await query(
    connectionString,
    `create collation "any-case" (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  );
  expect(await query(connectionString, `select 'ÄRGER Ω' = 'ärger ω' collate "any-case" as equal`)).toEqual([
    { equal: true },
  ]);
});

test('listens on a socket only and requires a password', async () => {
  const { connectionString } = await start();
  expect(await query(connectionString, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const refused = query(connectionString.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1');
  await expect(refused).rejects.toMatchObject({ code: '28P01' });
  const { mode } = await stat(join(dataDirectory(), 'database/cluster/keyhold-password'));
  expect(mode & 0o777).toBe(0o600);
});

test('refuses a second server on the same data folder, in this process and in another', async () => {
  await start();
  await expect(start()).rejects.toThrow(
    new StartError(
      `Keyhold is already running on the data folder ${dataDirectory()} (process ${process.pid}). Stop it first, or choose another folder with --data DIR.`,
    ),
  );
  await servers.splice(0)[0]?.stop();
  const { child } = await startInProcess();
  await expect(start()).rejects.toThrow(`already running on the data folder ${dataDirectory()} (process ${child.pid})`);
});

test('stops when its server is killed, without losing data', async () => {
  const { child, connectionString } = await startInProcess();
  await query(connectionString, 'create table kept as select 42 as answer');
  await kill(child);
  await until(async () => (await postmaster()) === undefined);
  const next = await start();
  expect(await query(next.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
  expect(said).toEqual([]);
});

test('waits for the old PostgreSQL when started right after a kill', async () => {
  const { child, connectionString } = await startInProcess();
  await query(connectionString, 'create table kept as select 42 as answer');
  await kill(child);
  const next = await start();
  expect(await query(next.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('stops the orphan first when started after server and supervisor were killed', async () => {
  const { child, connectionString } = await startInProcess();
  await query(connectionString, 'create table kept as select 42 as answer');
  const orphan = (await postmaster()) ?? 0;
  const supervisor = parentOf(orphan);
  const shells = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(supervisor)], { encoding: 'utf8' });
  const watcher = Number(/(\d+) sh\b/.exec(shells)?.[1]);
  for (const pid of [watcher, supervisor]) process.kill(pid, 'SIGKILL');
  await kill(child);
  expect(() => process.kill(orphan, 0)).not.toThrow();

  const next = await start();
  expect(said).toEqual(['PostgreSQL of an earlier start is still running: stopping it.']);
  expect(await postmaster()).not.toBe(orphan);
  expect(await query(next.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('restarts PostgreSQL when it is killed', async () => {
  const { connectionString } = await start();
  const before = (await postmaster()) ?? 0;
  process.kill(before, 'SIGKILL');
  await until(async () => ![undefined, before].includes(await postmaster()));
  await until(() =>
    query(connectionString, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  expect(said).toEqual(['PostgreSQL ended unexpectedly: starting it again.']);
});

test('ignores a leftover PID file whose number belongs to another process', async () => {
  const { child } = await startInProcess();
  const cluster = join(dataDirectory(), 'database/cluster');
  await cp(join(cluster, 'postmaster.pid'), join(folder, 'copy'));
  await kill(child);
  await until(async () => (await postmaster()) === undefined);
  const text = await readFile(join(folder, 'copy'), 'utf8');
  const stranger = spawn('sleep', ['600']);
  processes.push(stranger);
  const user = await stat(cluster);
  await writeFile(join(cluster, 'postmaster.pid'), text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
  if (process.getuid?.() === 0) execFileSync('chown', [`${user.uid}`, join(cluster, 'postmaster.pid')]);
  await start();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('starts over after an interrupted first start', async () => {
  await mkdir(join(dataDirectory(), 'database/cluster.new-12345678/base'), { recursive: true });
  const { connectionString } = await start();
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(stat(join(dataDirectory(), 'database/cluster.new-12345678'))).rejects.toThrow();
});

test('works in a folder whose path is too long for a socket', async () => {
  folder = join(folder, 'x'.repeat(90));
  const { connectionString, stop } = await start();
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  const socket = new URL(connectionString.replace('@/', '@socket/')).searchParams.get('host') ?? '';
  expect(socket).toMatch(/^\/tmp\/keyhold-/);
  await stop();
  await expect(stat(socket)).rejects.toThrow();
});

// Such a folder is that of a read-only disk, too.
test.runIf(process.platform === 'linux')('reports a data folder that cannot be created', async () => {
  folder = '/proc/keyhold';
  await expect(start()).rejects.toThrow(
    new StartError('The folder /proc/keyhold/data cannot be created. Choose another with --data DIR.'),
  );
  folder = temporary;
});

test('reports a data folder that is a file', async () => {
  await writeFile(dataDirectory(), '');
  await expect(start()).rejects.toThrow(
    new StartError(`${dataDirectory()} is not a folder. Choose another with --data DIR.`),
  );
});
