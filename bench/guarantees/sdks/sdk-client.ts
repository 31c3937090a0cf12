import { setTimeout as sleep } from 'node:timers/promises';
import { type Driver, DriverError } from '../../../sdks/conformance/driver.ts';
import { machineTime } from '../applications/machine-time.ts';
import type { ReportedUse } from '../observers/use-observer.ts';

/** A client of an SDK, in the process of its driver. */
export interface SdkClient {
  readonly driver: Driver;
  readonly language: string;
  readonly url: string;
  readonly token: string;
  readonly product: string;
  readonly device: string;
}

/** The time between two looks at a lease, in milliseconds. */
const lookEvery = 50;

/**
 * Takes a seat, uses it for some seconds and returns it, over and over until the time is over, then closes the client.
 * `hear` gets each use: from a moment at which the SDK surely allowed the application to work, to another one.
 */
export async function useSeats(client: SdkClient, until: number, hear: (use: ReportedUse) => void): Promise<void> {
  const { driver, device } = client;
  const send = (command: string, options: object = {}) => driver.send({ ...options, do: command, client: device });
  await send('connect', { 'base-url': client.url, token: client.token });
  while (performance.now() < until) {
    const wait = Math.random() < 0.5;
    // A refusal or an outage is no violation: the client tries again.
    const taken = await known(consume(wait));
    if (!taken) {
      await sleep(100 + Math.random() * 900);
      continue;
    }
    await use(Math.min(until, performance.now() + 1000 + Math.random() * 7000));
    await known(send('release'));
  }
  // A client of the SDK for TypeScript holds nothing that could be closed.
  if (client.language !== 'TypeScript') await send('close');

  async function consume(wait: boolean) {
    const described = { id: device, name: device, os: 'Linux', user: 'bench', locale: 'en-GB' };
    const before = driver.events(device, 'place').length;
    const consumed = send('consume', { product: client.product, device: described, wait });
    const leave = setInterval(() => {
      const isWaiting = driver.events(device, 'place').length > before;
      if (isWaiting && performance.now() > until) void known(send('leave'));
    }, 500);
    return consumed.finally(() => clearInterval(leave));
  }

  async function use(end: number): Promise<void> {
    let current: ReportedUse | undefined;
    while (performance.now() < end) {
      const sentAt = machineTime();
      const state = await send('state');
      const readAt = machineTime();
      const { license, epoch, entitled, standing } = state as { license: string; epoch: number } & Record<
        string,
        unknown
      >;
      if (standing === 'ended') break;
      if (entitled !== true) current = undefined;
      else if (current?.license === license && current.epoch === epoch) current = { ...current, to: sentAt };
      else current = { kind: 'using', who: device, lease: license, license, epoch, from: readAt, to: readAt };
      if (current) hear(current);
      await sleep(lookEvery);
    }
  }
}

/** The result of a command, or null for an error of the SDK. */
async function known<Result>(command: Promise<Result>): Promise<Result | null> {
  try {
    return await command;
  } catch (error) {
    if (error instanceof DriverError && /^[a-z-]+$/.test(error.code)) return null;
    throw error;
  }
}
