// `npm run drill:cluster`: three machines fail over, one event after another, while clients work. With `--only alarms`, each
// alarm of a cluster is raised instead.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';
import { startLoad } from '../faults/load.ts';
import { openRecord } from '../faults/record.ts';
import { openSeats } from '../faults/seats.ts';
import { openVersion1 } from '../upgrade/older.ts';
import { drillAlarms } from './alarm-drill.ts';
import { watchAlarms } from './alarms.ts';
import { events } from './events.ts';
import { startFollowers } from './followers.ts';
import { complaints } from './machine.ts';
import { openPlace } from './place.ts';
import { reportOf, rowOf } from './report.ts';
import { backUp, restoreBefore } from './restore.ts';
import { checkState, noteBackup } from './state.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const wanted = values.only?.split('|');
const chosen = events.filter(({ name }) => wanted?.some((part) => name.includes(part)) ?? true);
const isRestored = wanted?.includes('restore') ?? true;
if (chosen.length === 0 && !isRestored && values.only !== 'alarms') {
  console.error(`No event is called '${values.only}'. There are:\n${events.map(({ name }) => name).join('\n')}`);
  process.exit(1);
}

if (values.only === 'alarms') {
  console.log(table(await drillAlarms()));
  process.exit(0);
}

/** How long clients work undisturbed before and after an event, in milliseconds. */
const calm = 5_000;

/** People who keep their license all the time. */
const keepers = 2;

for (const event of chosen) await event.prepares?.();
console.log('Three machines are started…');
const isVersion1 = chosen.some(({ fromVersion1 }) => fromVersion1);
const place = await openPlace(isVersion1 ? await openVersion1() : undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void place.close().finally(() => process.exit(130)));
}
const reports = [];
const violations: string[] = [];
/** Why the cluster did not become whole again, after which nothing more is tried. */
const stuck: string[] = [];
try {
  await backUp(place);
  // Version 1.0 has no place for it.
  if (!isVersion1) await noteBackup(place);
  await checkState(place);
  const record = openRecord();
  const seats = openSeats();
  const load = startLoad(place.nginx.url, place.staff, record, seats, keepers);
  const followers = await startFollowers(place.nginx.url, place.staff);
  for (const event of chosen) {
    await sleep(calm);
    const alarms = watchAlarms(place.prometheus);
    const begun = performance.now();
    const known = { acknowledged: load.acknowledged.size, overlaps: seats.overlaps().length };
    const wrong = await event.happens(place).catch(async (error: unknown) => {
      stuck.push(String(error), ...(await complaints(place.machines)));
      return stuck;
    });
    await sleep(calm);
    const ended = performance.now();
    const happened = { event, begun, ended, wrong, known, place, record, seats, load, followers };
    const raised = await alarms.untilQuiet(stuck.length > 0 ? 0 : undefined);
    const report = await reportOf({ ...happened, alarms: raised });
    reports.push(report);
    console.log(`${event.name}: ${report.violations.length === 0 ? 'as promised' : report.violations.join(' ')}`);
    console.log(table([rowOf(report)]));
    if (stuck.length > 0) break;
  }
  await load.stop();
  await followers.stop();
  violations.push(...chosen.slice(reports.length).map(({ name }) => `Not tried: ${name}.`));
  if (isRestored && stuck.length > 0) violations.push('Not tried: the restore to a point in time.');
  if (isRestored && stuck.length === 0) {
    const restore = await restoreBefore(place);
    console.log(
      `Restore to the second before an account was deleted: ${Math.round(restore.took / 1_000)} s without the service; the account is ${restore.back ? 'back' : 'NOT back'}, ${restore.missing} writes before it are missing, ${restore.lost} writes after it are lost, as said.`,
    );
    if (!restore.back || restore.missing !== 0 || restore.surplus !== 0) violations.push('The restore is not exact.');
  }
} finally {
  await place.close();
}
if (reports.length > 0) console.log(`\n${table(reports.map(rowOf))}\n`);
if (values.json) await writeFile(values.json, `${JSON.stringify(reports, null, 2)}\n`);
violations.push(...reports.flatMap((report) => report.violations));
for (const line of violations) console.error(line);
process.exit(violations.length === 0 ? 0 : 1);
