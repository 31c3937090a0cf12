import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/database/database.ts';
import { archiveFindings, type Cluster, checkCluster, replicationFindings } from './cluster.ts';
import type { Finding } from './finding.ts';

const cluster: Cluster = {
  leader: '10.0.0.11:5432',
  replicas: [
    { name: 'db-2', state: 'streaming', kind: 'sync', lag: 0 },
    { name: 'db-3', state: 'streaming', kind: 'async', lag: 512 },
  ],
  synchronous: true,
  archiving: true,
  archivedOn: new Date('2026-01-02T00:00:00Z'),
  failedOn: null,
};
const lines = (findings: readonly Finding[]) => findings.map(({ state, message }) => `${state}: ${message}`);

describe('the check of a cluster', () => {
  it('reports nothing of a PostgreSQL that stands alone', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    expect(await checkCluster(client)).toEqual([]);
  });

  it('names the leader and its replicas', () => {
    expect(lines(replicationFindings(cluster))).toEqual([
      'good: 10.0.0.11:5432 leads; db-2 is synchronous. db-3 follows.',
    ]);
  });

  it('reports a replica that lags, and one that is not up to date', () => {
    const replicas = [
      { name: 'db-2', state: 'streaming', kind: 'sync', lag: 33_554_432 },
      { name: 'db-3', state: 'catchup', kind: 'async', lag: 0 },
    ];
    expect(lines(replicationFindings({ ...cluster, replicas }))).toEqual([
      'warning: The replica db-2 lags by 32 MB. Look at its machine and its network.',
      'warning: The replica db-3 is not up to date yet: catchup.',
    ]);
  });

  it('reports that no replica is synchronous', () => {
    const replicas = [{ name: 'db-3', state: 'streaming', kind: 'async', lag: 0 }];
    expect(lines(replicationFindings({ ...cluster, replicas }))).toEqual([
      'wrong: No replica is synchronous: changes wait until one is.',
    ]);
    expect(lines(replicationFindings({ ...cluster, replicas, synchronous: false }))[0]).toContain('can lose');
  });

  it('says which right it lacks', () => {
    const replicas = [{ name: 'db-2', state: null, kind: null, lag: null }];
    expect(lines(replicationFindings({ ...cluster, replicas }))[0]).toContain('grant pg_monitor to …;');
  });

  it('reports WAL that is not archived, or fails to be', () => {
    expect(lines(archiveFindings(cluster))).toEqual(['good: WAL was last archived on 2026-01-02T00:00:00.000Z.']);
    expect(lines(archiveFindings({ ...cluster, failedOn: new Date('2026-01-03T00:00:00Z') }))[0]).toContain(
      'wrong: Archiving WAL has failed since 2026-01-03T00:00:00.000Z.',
    );
    expect(lines(archiveFindings({ ...cluster, failedOn: new Date('2026-01-01T00:00:00Z') }))[0]).toContain('good');
    expect(lines(archiveFindings({ ...cluster, archivedOn: null }))).toEqual([
      'warning: No WAL has been archived yet.',
    ]);
    expect(lines(archiveFindings({ ...cluster, archiving: false }))[0]).toContain('WAL is not archived');
  });
});
