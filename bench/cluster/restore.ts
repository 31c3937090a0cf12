import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { leader, type Machine, whole } from './machine.ts';
import type { Place } from './place.ts';

/** The result of a restore to a point in time. */
export interface Restore {
  /** From the stop of the servers until they are ready, in milliseconds. */
  readonly took: number;
  /** Writes before the point that are missing, and writes after it that are there. */
  readonly missing: number;
  readonly surplus: number;
  /** Writes after the point, which such a restore loses. */
  readonly lost: number;
  /** Whether the deleted account is back. */
  readonly back: boolean;
}

/** Takes a full backup on a replica. */
export async function backUp({ machines }: Place): Promise<void> {
  const primary = await leader(machines);
  const replica = machines.find((machine) => machine !== primary);
  await replica?.run('pgbackrest', '--stanza=keyhold', '--type=full', 'backup');
}

/** Deletes an account, and restores the whole cluster to the second before, as operations.md says. */
export async function restoreBefore(place: Place): Promise<Restore> {
  const { machines, nodes, staff } = place;
  const account = staff.account.split(':').at(-1) ?? '';
  const before = await query(place, 'select count(*)::int as count, clock_timestamp()::text as now from tags');
  await sleep(2_000);
  await query(place, 'update accounts set "deleted-on" = now() where id = $1', account);
  const lost = 5;
  for (let number = 1; number <= lost; number += 1) {
    await query(
      place,
      `insert into tags ("account-id", name, description) values ($1, $2, '')`,
      account,
      `Afterwards ${number}`,
    );
  }
  const begun = performance.now();
  for (const node of nodes) await node.stop();
  for (const machine of machines) await machine.patroni.stop();
  const [first, ...others] = machines as [Machine, ...Machine[]];
  await recover(first, String(before?.['now']));
  await first.run(
    'sh',
    '-c',
    `printf 'keyhold\\nYes I am aware\\n' | patronictl -c ${first.configuration} remove keyhold`,
  );
  first.patroni.start();
  await leader(machines);
  for (const machine of others) {
    await rm(machine.data, { recursive: true, force: true });
    machine.patroni.start();
  }
  await whole(machines);
  await Promise.all(nodes.map((node) => node.start()));
  const took = performance.now() - begun;
  const after = await query(
    place,
    `select (select count(*)::int from tags where name not like 'Afterwards %') as count,
       (select count(*)::int from tags where name like 'Afterwards %') as surplus,
       (select "deleted-on" is null from accounts where id = $1) as back`,
    account,
  );
  return {
    took,
    missing: Number(before?.['count']) - Number(after?.['count']),
    surplus: Number(after?.['surplus']),
    lost,
    back: after?.['back'] === true,
  };
}

/** Restores the data of one machine, and lets its PostgreSQL apply the archived WAL up to the moment. */
async function recover(machine: Machine, moment: string): Promise<void> {
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  await machine.run('pgbackrest', '--stanza=keyhold', '--delta', ...target, 'restore');
  const control = (...args: string[]) =>
    machine.run(join(machine.programs, 'pg_ctl'), '-D', machine.data, '-w', '-t', '600', ...args);
  const options = `-c listen_addresses='' -c unix_socket_directories=${machine.sockets} -c synchronous_standby_names=''`;
  await control('-o', options, '-l', `${machine.data}.log`, 'start');
  for (;;) {
    if ((await machine.run('psql', '-At', '-c', 'select pg_is_in_recovery()')).trim() === 'f') break;
    await sleep(500);
  }
  await control('-m', 'fast', 'stop');
}

async function query(
  { connectionString }: Place,
  statement: string,
  ...values: unknown[]
): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set keyhold.account = '*'");
    return (await client.query<Record<string, unknown>>(statement, values)).rows[0];
  } finally {
    await client.end();
  }
}
