// `npm run drill:upgrade`: upgrades an installation of version 1.0 while clients work, and reports their requests.
import { parseArgs } from 'node:util';
import { table } from '../bed/numbers.ts';
import { startLoad } from '../faults/load.ts';
import { openRecord } from '../faults/record.ts';
import { openSeats } from '../faults/seats.ts';
import { openVersion1 } from './older.ts';
import { openPlace } from './place.ts';
import { failed, rowsOf, seconds } from './report.ts';
import { upgrade } from './upgrade.ts';

const { values } = parseArgs({ options: { people: { type: 'string', default: '1000000' } } });
const people = Number(values.people);
if (!Number.isInteger(people) || people < 1_000) {
  console.error('--people is a whole number, at least 1000.');
  process.exit(1);
}

/** Longest pause of a client that the product promises, in milliseconds. */
const goal = 10_000;

const checkout = await openVersion1();
console.log(`An installation of version 1.0 with ${people} people is made…`);
const place = await openPlace(checkout, people);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void place.close().finally(() => process.exit(130)));
}
const violations: string[] = [];
try {
  const record = openRecord();
  const seats = openSeats();
  const load = startLoad(place.nginx.url, place.staff, record, seats);
  const times = await upgrade(place);
  await load.stop();
  const during = record.between(times.begun, times.ended);
  const longest = Math.max(...during.map(({ sentAt, readAt }) => readAt - sentAt));
  const failures = during.filter(failed);
  console.log(`\n${table(rowsOf(record.between(0, times.begun), during))}\n`);
  console.log(`Longest pause of a client: ${seconds(longest)} (goal: at most ${seconds(goal)}).`);
  console.log(`Requests that failed: ${failures.length} of ${during.length} (goal: 0).`);
  console.log(`The first new server was ready after ${seconds(times.ready - times.begun)}.`);
  console.log(`Old and new servers side by side: ${seconds(times.alone - times.ready)}.`);
  console.log(
    `Tidy: ${seconds(times.tidy - times.begun)} after the beginning, ${seconds(times.tidy - times.alone)} after the last old server.`,
  );
  console.log(
    `${load.acknowledged.size} acknowledged writes; ${seats.count()} times a seat was held, ${seats.overlaps().length} times by two at once.`,
  );
  if (longest > goal) violations.push('A client waited for too long.');
  violations.push(
    ...[...new Set(failures.map(({ kind, status, wrong }) => `${kind}: ${wrong ?? `status ${status}`}`))],
  );
  violations.push(...seats.overlaps());
} finally {
  await place.close();
}
for (const line of violations) console.error(line);
process.exit(violations.length === 0 ? 0 : 1);
