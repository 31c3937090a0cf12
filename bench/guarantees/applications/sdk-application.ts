// An application with the real SDK, in a separate process, which continuously reports to its parent whether it may
// work, on the machine's one monotonic clock. `fork(sdk-application.ts, [JSON of ApplicationOptions])`.
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyhold, KeyholdError, type Lease } from '@keyhold/sdk';
import { machineTime } from './machine-time.ts';
import type { ApplicationOptions, Exchange, FromApplication, ToApplication } from './sdk-messages.ts';

const options = JSON.parse(process.argv[2] ?? '') as ApplicationOptions;
const keyhold = createKeyhold({ baseUrl: options.url, token: options.token, fetch: noted });
let lease: Lease | null = null;
/** The current use, as far as it was observed. */
let using: { lease: string; license: string; epoch: number; from: number; to: number } | null = null;
let toldAt = 0;
let lookedAt = machineTime();

/** The time between two checks, in milliseconds. */
const lookEvery = 2;
/** The time between two reports of an ongoing use, in milliseconds. */
const tellEvery = 50;
/** The time without a check after which the process must have been stopped, in milliseconds. */
const wasStopped = 1000;

function tell(message: FromApplication): void {
  process.send?.(message);
}

/** Checks the state. The time is read before the state, so that a state is never dated too late. */
function look(): boolean {
  const at = machineTime();
  const entitled = lease?.entitled ?? false;
  const standing = lease?.standing ?? 'ended';
  const stoppedFor = at - lookedAt;
  lookedAt = at;
  if (stoppedFor > wasStopped && lease) tell({ kind: 'woke', at, stoppedFor, entitled, standing });
  if (!entitled || !lease) {
    endUse();
  } else if (using && using.lease === lease.id && using.epoch === lease.epoch) {
    using.to = at;
    if (at - toldAt > tellEvery) tellUse();
  } else {
    endUse();
    using = { lease: lease.id, license: lease.license, epoch: lease.epoch, from: at, to: at };
    tellUse();
  }
  return stoppedFor > wasStopped;
}

function tellUse(): void {
  if (!using) return;
  tell({ kind: 'using', ...using });
  toldAt = using.to;
}

function endUse(): void {
  tellUse();
  using = null;
}

/** Checks without letting other code of this process run, until the process was stopped and resumed. */
function stare(): void {
  for (;;) if (look()) return;
}

/** Sends the SDK's requests, and reports those about the lease with their replies. */
async function noted(...request: Parameters<typeof fetch>): Promise<Response> {
  const sentAt = machineTime();
  const [, asked = '', rest = ''] = /\/leases(?:\/([^/?]+)(.*))?$/.exec(String(request[0])) ?? [];
  const call = callOf(request[1]?.method ?? 'GET', asked, rest);
  // The request counts even without a reply.
  if (call === 'leave') tell({ kind: 'leaving', asked, sentAt });
  const response = await fetch(...request);
  if (!call) return response;
  const text = await response.text();
  const readAt = machineTime();
  const reply = JSON.parse(text) as Pick<Exchange, 'lease'> & { problems?: { code: string }[] };
  tell({
    kind: 'exchange',
    call,
    asked,
    sentAt,
    readAt,
    status: response.status,
    code: reply.problems?.[0]?.code ?? null,
    lease: reply.lease ?? null,
  });
  return new Response(text, { status: response.status, headers: response.headers });
}

function callOf(method: string, lease: string, rest: string): Exchange['call'] | null {
  if (method === 'DELETE' || rest === '/ack') return 'leave';
  if (method !== 'POST') return null;
  if (lease === '') return 'consume';
  return rest === '/heartbeat' ? 'heartbeat' : null;
}

async function useOnce(): Promise<void> {
  const { product, license, device } = options;
  lease = await keyhold.consume({
    product,
    ...(license === null ? {} : { license }),
    client: { name: 'Guarantee', version: '1' },
    device: { id: device, name: device, os: 'Linux', user: 'bench', locale: 'en-GB' },
  });
  look();
  tell({ kind: 'holding', license: lease.license });
  lease.on('released', async ({ reason }) => {
    look();
    tell({ kind: 'released', at: machineTime(), reason });
    await sleep(Math.random() * options.logOffMs);
  });
  const left = options.useMs === null ? null : sleep(options.useMs * (0.2 + Math.random())).then(() => 'enough');
  const how = await Promise.race([lease.ended, ...(left ? [left] : [])]);
  if (how === 'enough') await lease.release();
  look();
  lease = null;
}

process.on('message', (message: ToApplication) => {
  if (message !== 'stare') return;
  look();
  tell({ kind: 'staring', entitled: lease?.entitled ?? false });
  stare();
});
process.once('disconnect', () => process.exit());
setInterval(look, lookEvery);
for (;;) {
  await useOnce().catch((error: unknown) => {
    if (!(error instanceof KeyholdError)) throw error;
    tell({ kind: 'refused', code: error.code });
  });
  await sleep(100 + Math.random() * 400);
}
