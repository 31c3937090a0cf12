import { join } from 'node:path';
import { leader, whole } from './machine.ts';
import { openNextDebian } from './next-debian.ts';
import type { Place } from './place.ts';

/** Upgrades PostgreSQL 15 to 18 by pg_upgrade, as operations.md says; clients are refused meanwhile. */
export async function upgradePostgresMajor({ machines, folder, closeToo }: Place): Promise<readonly string[]> {
  const next = await openNextDebian(folder);
  closeToo(next.close);
  const first = await leader(machines);
  const others = machines.filter((machine) => machine !== first);
  const older = { programs: first.programs, data: first.data };
  const newer = { programs: '/usr/lib/postgresql/18/bin', data: older.data.replace('/15/', '/18/') };
  const locale = (await first.run('psql', '-At', '-c', 'show lc_collate')).trim();
  const settings = ['--encoding=UTF8', `--locale=${locale}`, '--data-checksums', '--username=postgres'];
  first.host.root = next.root;
  await first.run(join(newer.programs, 'initdb'), '-D', newer.data, ...settings);
  const begun = performance.now();
  for (const machine of [...others, first]) {
    await machine.patroni.stop();
    await machine.pgbackrest.stop();
    // What a minor upgrade of the drill left.
    await machine.reconfigure(join(folder, 'newer'), '');
    await machine.moveTo('18', next.root);
    machine.pgbackrest.start();
  }
  const folders = ['-d', older.data, '-D', newer.data, '-b', older.programs, '-B', newer.programs];
  const upgrade = [join(newer.programs, 'pg_upgrade'), '--link', '--username=postgres', ...folders];
  await first.run('sh', '-c', `cd ${first.sockets} && ${upgrade.join(' ')}`);
  await first.run('cp', join(older.data, 'patroni.dynamic.json'), newer.data);
  const words = `printf 'keyhold\\nYes I am aware\\n'`;
  await first.run('sh', '-c', `${words} | patronictl -c ${first.configuration} remove keyhold`);
  first.patroni.start();
  await leader(machines);
  console.log(`PostgreSQL 18 leads ${Math.round((performance.now() - begun) / 1_000)} s after 15 was stopped.`);
  await first.run('pgbackrest', '--stanza=keyhold', 'stanza-upgrade');
  for (const machine of others) machine.patroni.start();
  await first.run(join(newer.programs, 'vacuumdb'), '--all', '--analyze-in-stages', '--missing-stats-only');
  await whole(machines);
  await first.run('pgbackrest', '--stanza=keyhold', '--type=full', 'backup');
  const reached = (await first.run('psql', '-At', '-c', 'show server_version')).trim();
  console.log(`PostgreSQL is ${reached}.`);
  return reached.startsWith('18') ? [] : [`PostgreSQL is still ${reached}.`];
}
