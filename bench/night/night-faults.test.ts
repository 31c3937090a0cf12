import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nightFaults } from './night-faults.ts';

const rules = readFileSync(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8');

it('every alarm is raised by a fault, and every fault raises an alarm or gives a reason why not', () => {
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const raised = new Set(nightFaults.flatMap(({ alarms: of }) => (typeof of === 'string' ? [] : of)));
  expect([...raised].toSorted()).toEqual(alarms.toSorted());
  expect(nightFaults.filter(({ alarms: of }) => of.length === 0)).toEqual([]);
});
