import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clusterFaults } from './alarm-drill.ts';

const rules = readFileSync(new URL('../../deploy/prometheus/cluster.yaml', import.meta.url), 'utf8');

/** Its metric is that of a server; the event in which the folder for backups is gone waits for it. */
const byEvents = ['KeyholdArchivingFailing'];

it('every alarm of a cluster is raised by a fault', () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect([...clusterFaults.map(({ alarm }) => alarm), ...byEvents].toSorted()).toEqual(alarms.toSorted());
});
