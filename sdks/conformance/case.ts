import { expect, vi } from 'vitest';
import { soon } from '../../test/soon.ts';
import type { Stage } from './bed.ts';
import type { Driver } from './driver.ts';
import { DriverError } from './driver.ts';

/** A case that every SDK passes. */
export interface Case {
  readonly name: string;
  /** Runs on its own account, license and proxy. */
  readonly run: (stage: Stage, driver: Driver) => Promise<void>;
}

/** A case without a server. */
export interface Calculation {
  readonly name: string;
  readonly calculate: (driver: Driver) => Promise<void>;
}

/** The requests of a lease's life, by their lines. */
export const steps = {
  consume: /^POST \/license\/v1\/leases$/,
  heartbeat: /\/heartbeat$/,
  release: /^DELETE /,
  acknowledge: /leases\/[^/]+\/ack$/,
  'take-offline': /\/offline$/,
  return: /\/return$/,
  events: /\/events$/,
  keys: /jwks\.json$/,
  consumable: /consumable/,
} as const;

export const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, soon);

/** The code of the error with which a command fails. */
export async function codeOf(command: Promise<unknown>): Promise<string | null> {
  try {
    await command;
    return null;
  } catch (error) {
    if (error instanceof DriverError) return error.code;
    throw error;
  }
}

/** Repeats a command that the application may repeat, until it succeeds. */
export async function repeat<Result>(command: () => Promise<Result>): Promise<Result> {
  for (let left = 4; ; left -= 1) {
    try {
      return await command();
    } catch (error) {
      const mayRepeat = error instanceof DriverError && error.code === 'unreachable';
      if (!mayRepeat || left === 0) throw error;
    }
  }
}

export async function expectEntitled(stage: Stage, client = 'a'): Promise<void> {
  expect(await stage.command('state', { client })).toMatchObject({ entitled: true });
}
