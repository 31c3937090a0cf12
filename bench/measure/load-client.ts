// The process that loads a server: separate from both servers, so that it costs each the same.
import { Client } from 'undici';
import type { Load, LoadResult } from './load.ts';

process.on('message', (load: Load) => {
  void run(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

/** Counts the requests of all rounds, so that no two requests of a run use the same new name. */
let sent = 0;

async function run(load: Load): Promise<LoadResult> {
  const clients = Array.from({ length: load.connections }, () => new Client(load.origin));
  const tally = { done: 0, bytes: 0, failures: new Map<string, number>(), milliseconds: [] as number[] };
  const began = performance.now();
  const end = began + load.seconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end && (load.atMost === undefined || tally.done < load.atMost)) {
        await once(client, load, tally);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return {
    done: tally.done,
    bytes: tally.bytes,
    seconds,
    milliseconds: tally.milliseconds,
    failures: [...tally.failures].map(([what, count]) => `${count} × ${what}`),
  };
}

interface Tally {
  done: number;
  bytes: number;
  readonly failures: Map<string, number>;
  readonly milliseconds: number[];
}

function once(client: Client, load: Load, tally: Tally): Promise<void> {
  const number = sent++;
  const request = load.requests[number % load.requests.length];
  if (!request) throw new Error('There is nothing to ask.');
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let status = 0;
    let body = '';
    client.dispatch(
      {
        method: request.method,
        path: request.path.replace('{n}', `${load.seed}-${number}`),
        headers: request.headers,
        body: request.body?.replaceAll('{n}', `${load.seed}-${number}`).replaceAll('"{count}"', String(number)) ?? null,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, code) => {
          status = code;
        },
        onResponseData: (_controller, chunk) => {
          tally.bytes += chunk.length;
          if (status >= 400 && body.length < 300) body += chunk.toString();
        },
        onResponseEnd: () => {
          tally.done += 1;
          tally.milliseconds.push(performance.now() - began);
          if (status >= 400) count(tally.failures, `${status} ${body.slice(0, 300)}`);
          resolve();
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}
