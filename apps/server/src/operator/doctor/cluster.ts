import type pg from 'pg';
import { queryRow } from '../../db/open/query-row.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

/** What a primary knows of its cluster. */
export interface Cluster {
  /** The primary's host and port as clients reach it. */
  readonly leader: string;
  readonly replicas: readonly Replica[];
  /** Whether commits wait for a replica. */
  readonly synchronous: boolean;
  readonly archiving: boolean;
  /** When WAL was last archived, and when that last failed. */
  readonly archivedOn: Date | null;
  readonly failedOn: Date | null;
}

interface Replica {
  readonly name: string;
  /** Null where the database user may not see it. */
  readonly state: string | null;
  readonly kind: string | null;
  /** Bytes of WAL that it has not applied. */
  readonly lag: number | null;
}

/** Lag from which a replica is reported, in bytes: one file of WAL. */
const behind = 16_777_216;

/**
 * Checks a cluster: which machine leads, who follows and how closely, and whether WAL is archived. Reports nothing of a
 * PostgreSQL that stands alone.
 */
export async function checkCluster(client: pg.Client): Promise<readonly Finding[]> {
  const cluster = await readCluster(client);
  if (cluster.replicas.length === 0 && !cluster.synchronous && !cluster.archiving) return [];
  return [...replicationFindings(cluster), ...archiveFindings(cluster)];
}

async function readCluster(client: pg.Client): Promise<Cluster> {
  const cluster = await queryRow<Omit<Cluster, 'replicas'>>(
    client,
    `select coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'this machine') as leader,
       current_setting('synchronous_standby_names') <> '' as synchronous,
       current_setting('archive_mode') <> 'off' as archiving,
       last_archived_time as "archivedOn", last_failed_time as "failedOn"
       from pg_stat_archiver`,
  );
  const { rows } = await client.query<Replica>(
    `select application_name as name, state, sync_state as kind,
       pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as lag
       from pg_stat_replication where application_name <> 'pg_basebackup' order by 1`,
  );
  return { ...cluster, replicas: rows };
}

/** What an operator should know of the replicas. */
export function replicationFindings({ leader, replicas, synchronous }: Cluster): readonly Finding[] {
  if (replicas.some(({ state }) => state === null)) {
    return [
      warning(
        'cluster',
        'The database user may not see the state of the replicas. Ask a database administrator to run for that user: grant pg_monitor to …;',
      ),
    ];
  }
  const findings = replicas.flatMap(({ name, state, lag }) => {
    if (state !== 'streaming') return [warning('cluster', `The replica ${name} is not up to date yet: ${state}.`)];
    if ((lag ?? 0) < behind) return [];
    return [
      warning('cluster', `The replica ${name} lags by ${megabytes(lag ?? 0)}. Look at its machine and its network.`),
    ];
  });
  const exact = replicas.filter(({ kind, state }) => (kind === 'sync' || kind === 'quorum') && state === 'streaming');
  if (exact.length === 0) {
    const message = synchronous
      ? 'No replica is synchronous: changes wait until one is.'
      : 'No replica is synchronous: a failover can lose acknowledged changes. Set synchronous_mode in Patroni.';
    return [...findings, synchronous ? wrong('cluster', message) : warning('cluster', message)];
  }
  if (findings.length > 0) return findings;
  const others = replicas.filter((replica) => !exact.includes(replica)).map(({ name }) => name);
  const followers = others.length === 0 ? '' : ` ${others.join(', ')} ${others.length === 1 ? 'follows' : 'follow'}.`;
  const names = exact.map(({ name }) => name).join(', ');
  return [good('cluster', `${leader} leads; ${names} ${exact.length === 1 ? 'is' : 'are'} synchronous.${followers}`)];
}

/** What an operator should know of the archive. */
export function archiveFindings({ archiving, archivedOn, failedOn }: Cluster): readonly Finding[] {
  if (!archiving) {
    return [
      warning('cluster', 'WAL is not archived: the database cannot be restored to a point in time. Set archive_mode.'),
    ];
  }
  if (failedOn && (!archivedOn || failedOn > archivedOn)) {
    return [
      wrong(
        'cluster',
        `Archiving WAL has failed since ${failedOn.toISOString()}. Run on the primary: pgbackrest --stanza=keyhold check`,
      ),
    ];
  }
  if (!archivedOn) return [warning('cluster', 'No WAL has been archived yet.')];
  return [good('cluster', `WAL was last archived on ${archivedOn.toISOString()}.`)];
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}
