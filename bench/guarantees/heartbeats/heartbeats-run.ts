import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Bed, openBed } from '../../bed/bed.ts';
import { type HttpClient, openHttpClient } from '../../bed/http-client.ts';
import { median } from '../../bed/numbers.ts';

interface HeartbeatOptions {
  /** How often each server is measured; the servers alternate. */
  readonly rounds: number;
  /** The duration of each round. */
  readonly seconds: number;
  /** Requests in flight at once. */
  readonly connections: number;
  /** Leases that are kept alive, in turn. */
  readonly leases: number;
  /** Options of Node.js for the Keyhold server. */
  readonly nodeOptions?: readonly string[];
}

/** Heartbeats per second, round by round, of Keyhold and of a bare route with the same update on the same rows. */
interface HeartbeatRates {
  readonly keyhold: readonly number[];
  readonly bare: readonly number[];
  readonly ratio: number;
  readonly failures: readonly string[];
}

interface Beating {
  readonly path: string;
  readonly epoch: number;
  readonly token: string;
  seq: number;
}

/** Measures both in turn, on one database, with the same requests. */
export async function measureHeartbeats(options: HeartbeatOptions): Promise<HeartbeatRates> {
  const bed = await openBed({ nodes: 1, ...(options.nodeOptions ? { nodeOptions: options.nodeOptions } : {}) });
  const bareServer = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: bed.database.connectionString },
  });
  try {
    const [address] = (await once(bareServer, 'message')) as [string];
    const bare = openHttpClient(address, options.connections);
    const keyhold = openHttpClient(bed.nodes[0]?.url ?? '', options.connections);
    const leases = await consumeAll(bed, keyhold, options.leases);
    const failures: string[] = [];
    const measure = async (client: HttpClient, seconds: number) => {
      const rate = await beatFor(client, leases, seconds, options.connections);
      failures.push(...rate.failures);
      return rate.perSecond;
    };
    await measure(keyhold, 2);
    await measure(bare, 2);
    const rates = { keyhold: [] as number[], bare: [] as number[] };
    for (let round = 0; round < options.rounds; round += 1) {
      // The order alternates, too.
      const order = round % 2 === 0 ? (['keyhold', 'bare'] as const) : (['bare', 'keyhold'] as const);
      for (const one of order) rates[one].push(await measure(one === 'keyhold' ? keyhold : bare, options.seconds));
    }
    await Promise.all([bare.close(), keyhold.close()]);
    return { ...rates, ratio: median(rates.keyhold) / median(rates.bare), failures };
  } finally {
    bareServer.kill();
    await bed.close();
  }
}

/** Consumes seats as several people, on several devices each. */
async function consumeAll(bed: Bed, client: HttpClient, count: number): Promise<Beating[]> {
  const account = await bed.seed.createAccount('Heartbeats');
  const people = await bed.seed.createPeople(account, Math.ceil(count / 4));
  const product = await bed.seed.createProduct('studio');
  await bed.seed.issueLicenses(account, 'studio', count);
  const leases: Beating[] = [];
  for (let index = 0; index < count; index += 1) {
    const token = people[index % people.length]?.token ?? '';
    const device = { id: `device-${index}`, name: 'Desk', os: 'Linux', user: 'bench', locale: 'en-GB' };
    const body = { product, client: { name: 'Bench', version: '1' }, device, 'stream-id': `run-${index}` };
    const reply = await client.send<{ lease: { id: string; epoch: number } }>('POST', '/license/v1/leases', {
      token,
      body,
    });
    const { id, epoch } = reply.body.lease;
    leases.push({ path: `/license/v1/leases/${id}/heartbeat`, epoch, token, seq: 0 });
  }
  return leases;
}

async function beatFor(client: HttpClient, leases: readonly Beating[], seconds: number, connections: number) {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const failures: string[] = [];
  let next = 0;
  let done = 0;
  async function beat() {
    while (performance.now() < until) {
      const lease = leases[next % leases.length] as Beating;
      next += 1;
      lease.seq += 1;
      const body = { epoch: lease.epoch, seq: lease.seq };
      const reply = await client.send('POST', lease.path, { token: lease.token, body });
      if (reply.status === 200) done += 1;
      else failures.push(`A heartbeat was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    }
  }
  await Promise.all(Array.from({ length: connections }, beat));
  return { perSecond: (done * 1000) / (performance.now() - begun), failures };
}
