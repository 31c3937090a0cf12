import { setTimeout as sleep } from 'node:timers/promises';
import { type Bed, openBed } from '../../bed/bed.ts';
import type { SeededLicense, SeededPerson } from '../../bed/seed.ts';
import { type Application, startApplication } from '../applications/application.ts';
import type { Use } from '../applications/sdk-messages.ts';
import { judgeUses } from '../observers/use-observer.ts';

interface FrozenOptions {
  /** Applications that are stopped, each with its own seat and rival. */
  readonly clients: number;
  /** The product's lease, in seconds; at least 15. */
  readonly lease: number;
}

interface FrozenOutcome {
  /** Applications stopped until their lease expired, and resumed after a rival had taken the seat. */
  readonly overslept: number;
  /** Applications stopped for less, as a control: they still held the seat. */
  readonly shortStops: number;
  /** The length of the longest stop, in milliseconds. */
  readonly longestStop: number;
  readonly violations: readonly string[];
}

/** One of so many applications is resumed before its lease expires. */
const shortEvery = 4;

/** Stops real SDK processes beyond their lease, gives their seats to others, resumes them, and checks their reports. */
export async function runFrozen(options: FrozenOptions): Promise<FrozenOutcome> {
  const bed = await openBed({ nodes: 2 });
  const applications: Application[] = [];
  const uses: (Use & { readonly who: string })[] = [];
  const start = (person: SeededPerson, license: SeededLicense, product: string, who: string, index: number) => {
    const { url } = bed.nodes[index % 2] as Bed['nodes'][number];
    const application = startApplication(
      { url, token: person.token, product, license: license.rn, device: who, useMs: null, logOffMs: 0 },
      (message) => {
        if (message.kind === 'using') uses.push({ ...message, who });
      },
    );
    applications.push(application);
    return application;
  };
  try {
    const account = await bed.seed.createAccount('Frozen');
    const heartbeat = Math.floor(options.lease / 3);
    const product = await bed.seed.createProduct('frozen', { heartbeat, lease: options.lease });
    const licenses = await bed.seed.issueLicenses(account, 'frozen', options.clients);
    const people = await bed.seed.createPeople(account, options.clients * 2);
    const stops = await Promise.all(
      licenses.map((license, index) => {
        const [holder, rival] = people.slice(index * 2) as [SeededPerson, SeededPerson];
        return stopOne(index, options.lease, {
          start: (who) => start(who === 'holder' ? holder : rival, license, product, `${who} ${index + 1}`, index),
        });
      }),
    );
    return {
      overslept: stops.filter(({ short }) => !short).length,
      shortStops: stops.filter(({ short }) => short).length,
      longestStop: Math.max(...stops.map(({ stoppedFor }) => stoppedFor)),
      violations: [...stops.flatMap(({ violations }) => violations), ...judgeUses(uses)],
    };
  } finally {
    await Promise.all(applications.map((application) => application.kill()));
    await bed.close();
  }
}

async function stopOne(
  index: number,
  leaseSeconds: number,
  { start }: { readonly start: (who: 'holder' | 'rival') => Application },
) {
  const short = index % shortEvery === shortEvery - 1;
  const name = `Application ${index + 1}`;
  const holder = start('holder');
  await holder.next('holding');
  const rival = start('rival');
  let rivalHolds = false;
  const taken = rival.next('holding').then(() => {
    rivalHolds = true;
  });
  taken.catch(() => undefined);
  await rival.next('refused', ({ code }) => code === 'no-seat');
  // Half of them check before any other code of the SDK can run; the others check like an application's timer.
  if (index % 2 === 0) {
    const staring = holder.next('staring');
    holder.send('stare');
    if (!(await staring).entitled) throw new Error(`${name} did not hold its seat before it was stopped.`);
  }
  await sleep(Math.random() * 500);
  holder.signal('SIGSTOP');
  if (short) await sleep(leaseSeconds * 400);
  else {
    await taken;
    await sleep(Math.random() * 2000);
  }
  const heldByRival = rivalHolds;
  const woke = holder.next('woke');
  holder.signal('SIGCONT');
  const { entitled, standing, stoppedFor } = await woke;
  const violations: string[] = [];
  if (!short && (entitled || standing !== 'suspended')) {
    violations.push(`${name} woke and believed that it holds its seat (${standing}), which another user had.`);
  }
  if (short && (!entitled || standing !== 'active' || heldByRival)) {
    violations.push(`${name} was stopped for a moment and lost its seat (${standing}).`);
  }
  // The state is stable: the application is notified of the new holder, or continues if it was resumed in time.
  if (short) await sleep(2000);
  else await holder.next('released');
  return { short, stoppedFor, violations };
}
