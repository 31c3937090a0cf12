// `npm run drill:night`: injects one fault after another until a running Prometheus raises the alarm, repairs it as the
// runbook says, and waits until the alarm has ended.
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';
import { startLoad } from '../faults/load.ts';
import { openRecord } from '../faults/record.ts';
import { openSeats } from '../faults/seats.ts';
import { nightFaults } from './night-faults.ts';
import { type AlarmResult, runNightFault } from './run-night-fault.ts';
import { openScene } from './scene.ts';

/** The factor by which the durations in the shipped rules are shortened. */
const factor = 12;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = nightFaults.filter(({ name }) => name.includes(values.only ?? ''));
if (chosen.length === 0) {
  console.error(`No fault is called '${values.only}'. There are:\n${nightFaults.map(({ name }) => name).join('\n')}`);
  process.exit(1);
}

const scene = await openScene(factor);
let interrupted = false;
const giveUp = (code: number) => {
  interrupted = true;
  void scene.close().finally(() => process.exit(code));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(130));
process.once('uncaughtException', (error) => {
  console.error(error);
  giveUp(1);
});

const seconds = (time: number | null) => (time === null ? 'never' : `${Math.round(time / 1000)} s`);
const results: AlarmResult[] = [];
try {
  const load = startLoad(scene.nginx.url, scene.staff, openRecord(), openSeats());
  for (const fault of chosen) {
    if (typeof fault.alarms === 'string') {
      console.log(`${fault.name}: no alarm is meant; ${fault.alarms}`);
      continue;
    }
    for (const result of await runNightFault(fault, fault.alarms, scene)) {
      results.push(result);
      const { alarm, raisedAfter, endedAfter } = result;
      console.log(
        `${fault.name}: ${alarm} after ${seconds(raisedAfter)}, ended ${seconds(endedAfter)} after it was mended`,
      );
    }
  }
  await load.stop();
} finally {
  if (!interrupted) await scene.close();
}

const rows = results.map(({ fault, alarm, raisedAfter, endedAfter, others }) => ({
  fault,
  alarm,
  'raised after': seconds(raisedAfter),
  'ended after it was mended': seconds(endedAfter),
  'also raised': others.join(', ') || '–',
}));
console.log(`\n${table(rows)}\n`);
const wrong = results.filter(({ raisedAfter, endedAfter }) => raisedAfter === null || endedAfter === null);
for (const { fault, alarm } of wrong) console.error(`${fault}: ${alarm} was not raised, or did not end.`);
process.exit(wrong.length === 0 ? 0 : 1);
