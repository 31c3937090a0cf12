import { setTimeout as wait } from 'node:timers/promises';
import {
  type ConsumeRequest,
  createKeyhold,
  type Device,
  KeyholdError,
  type Lease,
  UnreachableError,
} from '@keyhold/sdk';
import { sentenceOf } from './studio.ts';

/** A machine without a user, which takes a license for each job and gives it back. */
export interface RenderNode {
  /** The API token of its service account. */
  readonly token: string;
  /** A product's rn or short name. */
  readonly product: string;
  readonly client: ConsumeRequest['client'];
  readonly device: Device;
  /** How long a job takes, and how long the node rests before the next, in seconds. */
  readonly job: { readonly seconds: number; readonly restSeconds: number };
}

/** The shortest time after which a lease may end by itself, in seconds. */
const leastSeconds = 60;

/**
 * Lets a node work off jobs until the signal stops it: for each it consumes a license, and waits in line where none is
 * free. It reports a refusal, and tries again after its rest, or after the delay that the server requests.
 *
 * @param show called with every line that the node shows
 */
export async function runNode(
  server: string,
  { token, product, client, device, job }: RenderNode,
  show: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const keyhold = createKeyhold({ baseUrl: server, token });
  // A node that crashes in the middle of a job keeps no license.
  const maxSeconds = Math.max(leastSeconds, Math.ceil(job.seconds * 2));
  const pause = (seconds: number) => wait(seconds * 1000, undefined, { signal }).catch(() => undefined);
  for (let number = 1; !signal.aborted; number += 1) {
    let restSeconds = job.restSeconds;
    try {
      const lease = await keyhold.consume({ product, client, device, maxSeconds, wait: true, signal });
      show(`Job ${number} has begun.`);
      await work(lease, pause(job.seconds));
      show(`Job ${number} is over.`);
    } catch (error) {
      show(sentenceOf(error));
      if (error instanceof UnreachableError) restSeconds = Math.max(restSeconds, (error.retryAfterMs ?? 0) / 1000);
    }
    await pause(restSeconds);
  }
}

/** Holds the license until the job is done; a job whose license is released stops there. */
async function work(lease: Lease, done: Promise<unknown>): Promise<void> {
  const released = new Promise<string>((resolve) => lease.on('released', ({ message }) => resolve(message)));
  const message = await Promise.race([done.then(() => null), released]);
  await lease.release();
  if (message !== null) throw new KeyholdError('released', message);
}
