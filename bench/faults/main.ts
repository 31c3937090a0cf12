// `npm run faults`: injects one fault after another under constant load, and reports the failures of the clients.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';
import { faults } from './faults.ts';
import { startLoad } from './load.ts';
import { twice, unsentMails } from './mails.ts';
import { openPlace } from './place.ts';
import { openRecord } from './record.ts';
import { rowOf, runFault } from './run-fault.ts';
import { openSeats } from './seats.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const chosen = faults.filter(({ name }) => name.includes(values.only ?? ''));
if (chosen.length === 0) {
  console.error(`No fault is called '${values.only}'. There are:\n${faults.map(({ name }) => name).join('\n')}`);
  process.exit(1);
}

const place = await openPlace();
let interrupted = false;
const giveUp = (code: number) => {
  interrupted = true;
  void place.close().finally(() => process.exit(code));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => giveUp(130));
process.once('uncaughtException', (error) => {
  console.error(error);
  giveUp(1);
});
const violations: string[] = [];
const results = [];
try {
  const record = openRecord();
  const seats = openSeats();
  const load = startLoad(place.nginx.url, place.staff, record, seats);
  for (const fault of chosen) {
    const result = await runFault(fault, place, record, seats, load);
    results.push(result);
    violations.push(...result.violations.map((line) => `${fault.name}: ${line}`));
    console.log(`${fault.name}: ${result.violations.length === 0 ? 'as promised' : result.violations.join(' ')}`);
  }
  await load.stop();
  console.log(`\n${table(results.map(rowOf))}\n`);
  const unsent = await unsentMails(place, load);
  violations.push(...unsent.map((email) => `The mail to ${email} never came.`));
  console.log(
    `${load.acknowledged.size} acknowledged writes, ${results.reduce((sum, { lost }) => sum + lost, 0)} lost.`,
  );
  console.log(`${load.invited.size} mails asked for, ${unsent.length} never came, ${twice(place)} came twice.`);
  console.log(`${seats.count()} times a seat was held, ${seats.overlaps().length} times by two at once.`);
} finally {
  if (!interrupted) await place.close();
}
if (values.json) await writeFile(values.json, `${JSON.stringify({ results, violations }, null, 2)}\n`);
for (const line of violations) console.error(line);
process.exit(violations.length === 0 ? 0 : 1);
