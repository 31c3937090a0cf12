import { setTimeout as sleep } from 'node:timers/promises';
import type { Bed } from '../../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../../bed/http-client.ts';
import { type Hold, judgeSeats, type Refusal } from '../observers/seat-observer.ts';
import { killInTurn } from './kill-in-turn.ts';
import { createSender } from './until-conclusive.ts';

/** Jobs at once; more than there are seats, so that some wait. */
const atOnce = 30;
/** One job in so many crashes. */
const crashes = 20;
/** In seconds: the shortest time for which a seat can be taken. */
const longest = 60;
/** How long a finished lease may take to be recorded as ended, in milliseconds. */
const recorded = 10_000;

interface JobsOutcome {
  readonly seconds: number;
  readonly kills: number;
  readonly crashed: number;
  readonly refusals: number;
  readonly violations: readonly string[];
}

interface Reply {
  readonly lease?: { readonly id: string; readonly epoch: number; readonly license: string };
  readonly secret?: string;
  readonly item?: { readonly rn: string };
  readonly problems?: readonly { readonly code: string }[];
}

/** Runs jobs of a service account, each with a seat of its own, while servers are killed; then takes every seat once more. */
export async function runJobs(
  bed: Bed,
  options: { readonly jobs: number; readonly seats: number; readonly kills: number },
  report: (line: string) => void = () => undefined,
): Promise<JobsOutcome> {
  const https = bed.nodes.map(({ url }) => openHttpClient(url));
  try {
    const { token, product, seats } = await openFarm(bed, https[0] as HttpClient, options.seats);
    const begin = performance.now();
    const holds: Hold[] = [];
    const refusals: Refusal[] = [];
    let [begun, finished, crashed] = [0, 0, 0];
    const machine = createMachine(https, token, product);
    const lane = async () => {
      while (begun < options.jobs) {
        const job = begun;
        begun += 1;
        const { hold, refused } = await machine.run(`job-${job}`, job % crashes === crashes - 1);
        holds.push(hold);
        refusals.push(...refused);
        if (job % crashes === crashes - 1) crashed += 1;
        finished += 1;
        if (finished % 100 === 0) report(`${finished} jobs`);
      }
    };
    const [kills] = await Promise.all([
      killInTurn(bed, options.kills, () => finished / options.jobs),
      ...Array.from({ length: atOnce }, lane),
    ]);
    const seconds = (performance.now() - begin) / 1000;
    const violations = judgeSeats(seats, holds, refusals);
    report('All jobs are done; every seat is taken once more.');
    const free = await countFree(machine, options.seats);
    if (free < options.seats) violations.push(`Of ${options.seats} seats only ${free} can be used again.`);
    return { seconds, kills, crashed, refusals: refusals.length, violations };
  } finally {
    await Promise.all(https.map((http) => http.close()));
  }
}

/** Takes every seat at once, as soon as the crashed jobs' time is over; returns how many it got. */
async function countFree(machine: ReturnType<typeof createMachine>, seats: number): Promise<number> {
  const end = performance.now() + longest * 1000 + recorded;
  const taken = new Set<string>();
  for (let device = 0; taken.size < seats && performance.now() < end; ) {
    const lease = await machine.take(`last-${device}`);
    if (lease) {
      taken.add(lease.license);
      device += 1;
    } else await sleep(500);
  }
  return taken.size;
}

async function openFarm(bed: Bed, http: HttpClient, seats: number) {
  const { seed } = bed;
  const account = await seed.createAccount('Farm');
  const product = await seed.createProduct('rendered', { heartbeat: 300, lease: 900 });
  const [administrator] = await seed.createPeople(account, 1, { role: 'Administrator' });
  const licenses = (await seed.issueLicenses(account, 'rendered', seats)).map(({ rn }) => rn);
  const post = async (path: string, body: object): Promise<Reply> => {
    const reply = await http.send<Reply>('POST', path, { token: administrator?.token ?? '', body });
    if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const { item } = await post('/iam/v1/service-accounts', { name: 'Farm', 'account-id': account });
  const rn = item?.rn ?? '';
  const { secret } = await post(`/iam/v1/service-accounts/${rn.split(':').at(-1)}/tokens`, {
    name: 'Nodes',
    'expires-on': new Date(Date.now() + 86_400_000).toISOString(),
    addresses: [],
  });
  const consumers = { kind: 'users', users: [rn] };
  await post('/license/v1/pools', { 'account-id': account, name: 'Farm', product, licenses, consumers });
  return { token: secret ?? '', product, seats: licenses };
}

function createMachine(https: readonly HttpClient[], token: string, product: string) {
  const send = createSender(https, token);
  const consume = (device: string) =>
    send<Reply>('POST', '/license/v1/leases', {
      product,
      client: { name: 'Render', version: '1' },
      device: { id: device, name: device, os: 'Linux', user: 'render', locale: 'en-GB' },
      'stream-id': device,
      'max-seconds': longest,
    });
  return {
    /** Takes a seat for a device; undefined while there is none. */
    take: async (device: string) => (await consume(device)).body.lease,
    /** Runs a job: waits for a seat, works, and gives it back unless it crashes. */
    async run(device: string, crashes: boolean): Promise<{ hold: Hold; refused: Refusal[] }> {
      const refused: Refusal[] = [];
      for (;;) {
        const { body, first, readAt, status } = await consume(device);
        const { lease } = body;
        if (!lease) {
          const code = body.problems?.[0]?.code ?? String(status);
          if (code !== 'no-seat' && code !== 'release-pending') throw new Error(`A job was refused: ${code}.`);
          refused.push({ who: device, asked: { from: first, to: readAt } });
          await sleep(50 + Math.random() * 100);
          continue;
        }
        const of = { holder: device, seat: lease.license, epoch: lease.epoch };
        await sleep(Math.random() * 300);
        const returning = performance.now();
        const hold = (certain: number, possible: number): Hold => ({
          ...of,
          certain: { from: readAt, to: certain },
          possible: { from: first, to: possible },
        });
        // The seat of a crashed job is used until the time is over for which it was taken.
        if (crashes) return { hold: hold(first + longest * 1000, readAt + longest * 1000), refused };
        const returned = await send('DELETE', `/license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
        return { hold: hold(returning, returned.readAt), refused };
      }
    },
  };
}
