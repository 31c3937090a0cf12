import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBed } from '../../bed/bed.ts';
import { openHttpClient } from '../../bed/http-client.ts';
import { machineTime } from '../applications/machine-time.ts';
import type { FromStreams, StreamsOptions } from './release-messages.ts';

interface ReleaseOptions {
  readonly streams: number;
  readonly nodes: number;
  /** The number of held seats that are released. */
  readonly releases: number;
  /** Releases per second. */
  readonly rate: number;
}

interface ReleaseOutcome {
  /** From the sending of each release to the event at its client, in milliseconds. */
  readonly latencies: readonly number[];
  readonly violations: readonly string[];
}

/** The time after which an event counts as missing, in milliseconds. */
const patience = 10_000;

/** Opens streams over several servers, releases seats on any of them, and measures when clients receive the event. */
export async function measureReleases(
  options: ReleaseOptions,
  report: (line: string) => void = () => undefined,
): Promise<ReleaseOutcome> {
  const bed = await openBed({ nodes: options.nodes });
  let streams: ReturnType<typeof fork> | undefined;
  try {
    const account = await bed.seed.createAccount('Streams');
    const [administrator] = await bed.seed.createPeople(account, 1, { role: 'Administrator' });
    const people = await bed.seed.createPeople(account, Math.ceil(options.streams / 20));
    const product = await bed.seed.createProduct('studio');
    const licenses = await bed.seed.issueLicenses(account, 'studio', options.streams);
    const clients = bed.nodes.map(({ url }) => openHttpClient(url, 4));
    const asked: StreamsOptions = {
      urls: bed.nodes.map(({ url }) => url),
      tokens: people.map(({ token }) => token),
      product,
      streams: options.streams,
    };
    streams = fork(fileURLToPath(new URL('release-streams.ts', import.meta.url)), [JSON.stringify(asked)]);
    const heard = new Map<string, number>();
    const violations: string[] = [];
    await new Promise<void>((resolve, reject) => {
      streams?.on('message', (message: FromStreams) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'opened') report(`${message.count} streams are open.`);
        else if (message.kind === 'failed') violations.push(message.what);
        else heard.set(message.license, message.at);
      });
      streams?.once('exit', () => reject(new Error('The process of the streams has ended.')));
    });

    const sent = new Map<string, number>();
    const chosen = licenses.slice(0, options.releases);
    const begun = performance.now();
    for (const [index, { id, rn }] of chosen.entries()) {
      await sleep(Math.max(0, begun + (index * 1000) / options.rate - performance.now()));
      const client = clients[index % clients.length] as (typeof clients)[number];
      sent.set(rn, machineTime());
      void client
        .send('POST', `/license/v1/licenses/${id}/unassign`, { token: administrator?.token ?? '', body: {} })
        .then(({ status }) => {
          if (status !== 200) violations.push(`A release was answered ${status}.`);
        });
    }
    const deadline = performance.now() + patience;
    while (heard.size < chosen.length && performance.now() < deadline) await sleep(50);
    const latencies = chosen.flatMap(({ rn }) => {
      const at = heard.get(rn);
      if (at === undefined) violations.push(`The holder of ${rn} did not hear of its release.`);
      return at === undefined ? [] : [at - (sent.get(rn) ?? Number.NaN)];
    });
    await Promise.all(clients.map((client) => client.close()));
    return { latencies, violations };
  } finally {
    streams?.removeAllListeners('exit');
    streams?.kill('SIGKILL');
    await bed.close();
  }
}
