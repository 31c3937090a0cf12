// `npm run bench:import`: checks and imports many people, beside plain inserts of the same rows, and what others and the console notice.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Bed, openBed } from '../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../bed/http-client.ts';
import { percentile, table } from '../bed/numbers.ts';
import type { SeededPerson } from '../bed/seed.ts';
import { measureFrames } from './frames.ts';
import { insertPlainly, type Row } from './plain-inserts.ts';

const help = `Checks and imports people, as the console does, and inserts the same rows by plain statements.

Usage: npm run bench:import -- [options]

  --people NUMBER    rows of the file (default 30000)
  --only-console     only the console, in a browser`;

/** Rows and requests at once, as the console sends them. */
const rowsChecked = 100;
const checksAtOnce = 2;
const rowsImported = 100;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '30000' },
    'only-console': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else {
  if (!values['only-console']) await run(Number(values.people));
  await runInConsole(Number(values.people));
}

/** Imports people in the console, and measures how long its page was busy. */
async function runInConsole(people: number): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  try {
    const account = await bed.seed.createAccount('Import');
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    if (!administrator) throw new Error('There is no administrator.');
    const rows = Array.from({ length: people }, (_, index) => rowOf(index));
    const steps = await measureFrames(bed.nodes[0]?.url ?? '', administrator.email, rows, bed.folder);
    console.log(`\n${people} people in the console, the tasks of its main thread:\n`);
    console.log(
      table(
        steps.map(({ what, seconds, tasks, longest, over }) => ({
          Step: what,
          Seconds: seconds.toFixed(1),
          Tasks: tasks,
          'Longest, ms of processor time': longest.processor.toFixed(0),
          'Longest, ms': longest.elapsed.toFixed(0),
          'Over 50 ms of processor time': over,
        })),
      ),
    );
  } finally {
    await bed.close();
  }
}

async function run(people: number): Promise<void> {
  const bed = await openBed({ nodes: 1 });
  const client = openHttpClient(bed.nodes[0]?.url ?? '');
  try {
    const account = await bed.seed.createAccount('Import');
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const other = await createReader(bed);
    if (!administrator) throw new Error('There is no administrator.');
    const rows = Array.from({ length: people }, (_, index) => rowOf(index));
    const idle = await read(client, other, { for: 5_000 });
    const steps = [];
    const send = (mode: 'check' | 'apply') => (chunk: readonly Row[]) =>
      importRows(client, administrator, account, mode, chunk);
    for (const [what, mode, size, atOnce] of [
      ['Check', 'check', rowsChecked, checksAtOnce],
      ['Import', 'apply', rowsImported, 1],
      ['Check the same again', 'check', rowsChecked, checksAtOnce],
    ] as const) {
      const reading = startReading(client, other);
      const began = performance.now();
      await inTurn(chunksOf(rows, size), atOnce, send(mode));
      const seconds = (performance.now() - began) / 1000;
      steps.push({ what, seconds, others: await reading.stop() });
    }
    const began = performance.now();
    await insertPlainly(bed.database.connectionString, await bed.seed.createAccount('Plain'), rows, rowsImported);
    steps.push({ what: 'Plain inserts', seconds: (performance.now() - began) / 1000, others: [] });
    console.log(`${people} people:\n`);
    console.log(
      table(
        steps.map(({ what, seconds, others }) => ({
          Step: what,
          Seconds: seconds.toFixed(1),
          'Rows/s': (people / seconds).toFixed(0),
          "Others' reads, p95 ms": others.length === 0 ? '' : percentile(others, 0.95).toFixed(1),
        })),
      ),
    );
    console.log(`\nOthers' reads while nothing is imported: p95 ${percentile(idle, 0.95).toFixed(1)} ms.`);
  } finally {
    await client.close();
    await bed.close();
  }
}

function rowOf(index: number): Row {
  return {
    email: `person-${index}@import.example`,
    'first-name': 'Ida',
    'last-name': `Number ${index}`,
    title: 'Engineer',
    description: '',
  };
}

async function createReader(bed: Bed): Promise<SeededPerson> {
  const account = await bed.seed.createAccount('Other');
  const [reader] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
  if (!reader) throw new Error('There is no reader.');
  return reader;
}

async function importRows(
  client: HttpClient,
  { token }: SeededPerson,
  account: string,
  mode: 'check' | 'apply',
  rows: readonly Row[],
): Promise<void> {
  const body = { 'account-id': account, mode, update: true, rows };
  const reply = await client.send<{ totals?: { refuse: number } }>('POST', '/iam/v1/users/import', { token, body });
  if (reply.body.totals?.refuse !== 0) throw new Error(`An import was answered ${JSON.stringify(reply.body)}.`);
}

function chunksOf(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
}

async function inTurn(chunks: readonly Row[][], atOnce: number, send: (chunk: Row[]) => Promise<void>): Promise<void> {
  const waiting = chunks.values();
  const work = async () => {
    for (const chunk of waiting) await send(chunk);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Reads a user of another account every 20 ms until it is stopped; returns how long each read took. */
function startReading(client: HttpClient, reader: SeededPerson) {
  const stopping = new AbortController();
  const reading = read(client, reader, { until: stopping.signal });
  return {
    stop: () => {
      stopping.abort();
      return reading;
    },
  };
}

async function read(
  client: HttpClient,
  { id, token }: SeededPerson,
  end: { readonly for: number } | { readonly until: AbortSignal },
): Promise<number[]> {
  const began = performance.now();
  const took: number[] = [];
  const isOver = () => ('until' in end ? end.until.aborted : performance.now() - began > end.for);
  while (!isOver()) {
    const { status, sentAt, readAt } = await client.send('GET', `/iam/v1/users/${id}`, { token });
    if (status !== 200) throw new Error(`A read was answered ${status}.`);
    took.push(readAt - sentAt);
    await wait(20);
  }
  return took;
}
