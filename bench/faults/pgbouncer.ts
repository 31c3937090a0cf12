import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { listening, programAt, startProgram } from './programs.ts';

/** PgBouncer with two pools of one PostgreSQL: transaction pooling and session pooling. */
export interface PgBouncer {
  readonly port: number;
  /** Switches all clients to another PostgreSQL. */
  leadTo(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of a PostgreSQL. */
export async function startPgBouncer(folder: string, port: number, postgres: number): Promise<PgBouncer> {
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration(folder, port, postgres), { mode: 0o644 });
  await writeFile(join(folder, 'users'), '"keyhold" ""\n"postgres" ""\n', { mode: 0o644 });
  const path = programAt('pgbouncer', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer');
  const program = startProgram(path, [file], join(folder, 'pgbouncer.log'));
  await listening(port);
  return {
    port,
    async leadTo(other) {
      await writeFile(file, configuration(folder, port, other), { mode: 0o644 });
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'pgbouncer' });
      await client.connect();
      try {
        await client.query('reload');
        await client.query('reconnect');
      } finally {
        await client.end();
      }
    },
    stop: () => program.end('SIGINT'),
  };
}

function configuration(folder: string, port: number, postgres: number): string {
  const server = `host=127.0.0.1 port=${postgres} dbname=keyhold user=keyhold`;
  return `
[databases]
keyhold = ${server} pool_mode=transaction pool_size=20
keyhold_session = ${server} pool_mode=session pool_size=60

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
admin_users = postgres
max_client_conn = 500
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 5
server_lifetime = 600
ignore_startup_parameters = extra_float_digits
`;
}
