import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Program, postgresPrograms, runProgram, startProgram } from './programs.ts';

/** A PostgreSQL: the primary or its replica. */
export interface Postgres {
  readonly port: number;
  /** Queries as the superuser, bypassing PgBouncer. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Kills it by SIGKILL. */
  kill(): Promise<void>;
  /** Starts it and waits until it is ready; retries while its disk is full. */
  start(): Promise<void>;
  /** Promotes a replica to the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 150
shared_buffers = 128MB
wal_level = replica
wal_keep_size = 32MB
max_wal_size = 64MB
min_wal_size = 32MB
hot_standby = on
restart_after_crash = on
timezone = 'UTC'
`;

/** Creates a PostgreSQL in an empty folder, with the database and the roles that docs/operations.md requires. */
export async function createPostgres(folder: string, port: number): Promise<Postgres> {
  const bin = await postgresPrograms();
  const data = join(folder, 'data');
  await runProgram(join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  await appendFile(join(data, 'postgresql.conf'), `${settings}port = ${port}\n`);
  await appendFile(join(data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n');
  const postgres = open(bin, folder, port);
  await postgres.start();
  for (const statement of [
    'create role keyhold login',
    "create database keyhold owner keyhold encoding 'UTF8' template template0",
    'create role keyhold_app nologin',
    'grant keyhold_app to keyhold',
  ]) {
    await postgres.query(statement);
  }
  return postgres;
}

/** Creates a synchronous replica: from now on a commit waits until the replica has written it, too. */
export async function createReplica(primary: Postgres, folder: string, port: number): Promise<Postgres> {
  const bin = await postgresPrograms();
  const data = join(folder, 'data');
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=replica`;
  await runProgram(join(bin, 'pg_basebackup'), '-D', data, '-d', from, '-X', 'stream', '-R', '--no-sync', '-c', 'fast');
  await appendFile(join(data, 'postgresql.conf'), `port = ${port}\n`);
  const replica = open(bin, folder, port);
  await replica.start();
  await primary.query("alter system set synchronous_standby_names = 'replica'");
  await primary.query('select pg_reload_conf()');
  return replica;
}

function open(bin: string, folder: string, port: number): Postgres {
  const data = join(folder, 'data');
  const log = join(folder, '..', `postgres-${port}.log`);
  let program: Program | null = null;

  async function query<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    await program?.end(signal);
    program = null;
  }

  return {
    port,
    query,
    kill: () => end('SIGKILL'),
    async start() {
      for (;;) {
        if (!program?.running()) program = startProgram(join(bin, 'postgres'), ['-D', data], log);
        const answers = await query('select 1').then(
          () => true,
          () => false,
        );
        if (answers) return;
        await sleep(100);
      }
    },
    promote: async () => {
      await query('select pg_promote()');
    },
    stop: () => end('SIGINT'),
  };
}
