// The clients of `guarantee:release`, in a separate process: each holds a seat and an open stream of its events, sends
// its heartbeats, and reports to its parent when it receives the release. `fork(release-streams.ts, [JSON])`.
import { Agent, request } from 'node:http';
import { openHttpClient } from '../../bed/http-client.ts';
import { machineTime } from '../applications/machine-time.ts';
import type { FromStreams, StreamsOptions } from './release-messages.ts';

const options = JSON.parse(process.argv[2] ?? '') as StreamsOptions;
const clients = options.urls.map((url) => openHttpClient(url, 32));
// One connection for each stream, as with real clients.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
/** The number of seats that are taken concurrently. */
const atOnce = 16;

function tell(message: FromStreams): void {
  process.send?.(message);
}

interface LeaseReply {
  readonly lease?: { readonly id: string; epoch: number; readonly license: string; 'next-heartbeat-ms': number };
}

async function hold(index: number): Promise<void> {
  const token = options.tokens[index % options.tokens.length] ?? '';
  const client = clients[index % clients.length] as (typeof clients)[number];
  const device = { id: `device-${index}`, name: `Device ${index}`, os: 'Linux', user: 'bench', locale: 'en-GB' };
  const body = {
    product: options.product,
    client: { name: 'Bench', version: '1' },
    device,
    'stream-id': `run-${index}`,
  };
  const reply = await client.send<LeaseReply>('POST', '/license/v1/leases', { token, body });
  const { lease } = reply.body;
  if (!lease) throw new Error(`A seat was refused: ${JSON.stringify(reply.body)}`);
  const path = `/license/v1/leases/${lease.id}`;
  let released = false;
  await openStream(client.url, `${path}/events`, token, (event) => {
    if (event !== 'released' || released) return;
    released = true;
    tell({ kind: 'released', license: lease.license, at: machineTime() });
    void client.send('POST', `${path}/ack`, { token, body: { epoch: lease.epoch } });
  });
  void beat();

  async function beat(): Promise<void> {
    for (let seq = 1; ; seq += 1) {
      await new Promise((resolve) =>
        setTimeout(resolve, (lease?.['next-heartbeat-ms'] ?? 0) * (0.9 + Math.random() / 5)),
      );
      if (released) return;
      const beaten = await client.send('POST', `${path}/heartbeat`, { token, body: { epoch: lease?.epoch, seq } });
      if (beaten.status !== 200 && !released) tell({ kind: 'failed', what: JSON.stringify(beaten.body) });
    }
  }
}

/** Opens a stream; resolves at its first event, the state. */
function openStream(url: string, path: string, token: string, hear: (event: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was answered ${response.statusCode}.`));
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('event: ')) continue;
          hear(line.slice('event: '.length));
          resolve();
        }
      });
      response.on('close', () => tell({ kind: 'failed', what: 'A stream ended.' }));
    });
    call.on('error', reject);
    call.end();
  });
}

process.once('disconnect', () => process.exit());
let next = 0;
let opened = 0;
async function take(): Promise<void> {
  while (next < options.streams) {
    next += 1;
    await hold(next - 1);
    opened += 1;
    if (opened % 500 === 0) tell({ kind: 'opened', count: opened });
  }
}
await Promise.all(Array.from({ length: atOnce }, take));
tell({ kind: 'ready' });
