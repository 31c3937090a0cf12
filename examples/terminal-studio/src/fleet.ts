import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type ConsumeRequest,
  createKeyhold,
  type Device,
  KeyholdError,
  type Lease,
  UnreachableError,
} from '@keyhold/sdk';
import { type RenderNode, runNode } from './render-node.ts';
import { openStudio, sentenceOf } from './studio.ts';

/** One simulated device with the studio open on it. */
export interface FleetDevice {
  readonly email: string;
  readonly password: string;
  /** A product's rn or short name; the user's only product when left out. */
  readonly product?: string;
  /** The rn of one particular license, if it has to be that one. */
  readonly license?: string;
  readonly client: ConsumeRequest['client'];
  readonly device: Device;
  /** Whether it waits in line while every license is in use. */
  readonly wait?: boolean;
}

/** A simulated device, or a machine without a user. */
export type FleetMember = FleetDevice | RenderNode;

interface Fleet {
  /** Resolves when the studio is closed on every device. */
  readonly ended: Promise<void>;
  /** Closes the studio on every device and releases the seats. */
  stop(): Promise<void>;
}

/**
 * Opens the studio on many simulated devices, over the network, one after the other so that a small server is not
 * flooded with sign-ins. Waits when the server requests a delay, which would only grow with each further sign-in. A
 * device that is refused, or whose license was released, reports it and stays closed. Machines work off jobs until the
 * fleet is stopped.
 *
 * @param server the base address of the license server
 * @param show called with every line that a device shows
 * @example
 * const fleet = startFleet('http://localhost:8080', devices, console.log);
 * process.once('SIGTERM', () => fleet.stop());
 */
export function startFleet(server: string, devices: readonly FleetMember[], show: (line: string) => void): Fleet {
  const leases: Lease[] = [];
  /** The devices that wait in line, until they have a license or leave, and the machines, until they are stopped. */
  const waiting: Promise<unknown>[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;

  async function openAll() {
    for (const one of devices) {
      if ('token' in one) {
        waiting.push(runNode(server, one, (line) => show(`${one.device.name}: ${line}`), signal));
        continue;
      }
      // The others are not behind it in line.
      if (one.wait) waiting.push(keepOpening(one));
      else await keepOpening(one);
    }
  }

  async function keepOpening(one: FleetDevice): Promise<void> {
    let askedMs = await tryToOpen(one);
    while (askedMs !== null) {
      await wait(askedMs, undefined, { signal }).catch(() => undefined);
      askedMs = await tryToOpen(one);
    }
  }

  /** Returns the delay that the server requests before a retry, in milliseconds; null for no retry. */
  async function tryToOpen(one: FleetDevice): Promise<number | null> {
    if (signal.aborted) return null;
    const say = (line: string) => show(`${one.device.name}: ${line}`);
    try {
      const lease = await open(server, one, say, signal);
      leases.push(lease);
      if (signal.aborted) await lease.release();
      return null;
    } catch (error) {
      say(sentenceOf(error));
      return error instanceof UnreachableError ? error.retryAfterMs : null;
    }
  }

  const opened = openAll();
  return {
    ended: opened.then(async () => {
      await Promise.all(waiting);
      await Promise.all(leases.map((lease) => lease.ended));
    }),
    async stop() {
      stopping.abort(new KeyholdError('left', 'The studio is closed.'));
      await Promise.allSettled(leases.map((lease) => lease.release()));
      await opened;
      await Promise.all(waiting);
    },
  };
}

/** A simulated device has no user to open a browser: it signs in by password, as old clients do. */
function open(
  server: string,
  { email, password, wait: waits, ...device }: FleetDevice,
  show: (line: string) => void,
  closing: AbortSignal,
) {
  const keyhold = createKeyhold({ baseUrl: server, reauthenticate: () => keyhold.signIn(email, password) });
  const signIn = () => keyhold.signIn(email, password).then(() => email);
  return openStudio({ ...device, show, keyhold, signIn, wait: waits ? { signal: closing } : undefined });
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { server: { type: 'string' }, devices: { type: 'string' } } });
  if (!values.server || !values.devices) {
    console.error('Usage: node examples/terminal-studio/src/fleet.ts --server URL --devices FILE.json');
    return 1;
  }
  const devices = JSON.parse(await readFile(values.devices, 'utf8')) as FleetMember[];
  const fleet = startFleet(values.server, devices, console.log);
  // The server may be stopping as well: the fleet does not wait long for the release of the seats.
  const stop = () => {
    setTimeout(() => process.exit(0), 2000).unref();
    void fleet.stop();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // A fleet that a server started with an IPC channel exits with the server.
  process.once('disconnect', () => process.exit(0));
  await fleet.ended;
  return 0;
}

if (import.meta.main) process.exit(await main());
