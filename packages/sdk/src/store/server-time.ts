import { ClockError } from '../replies/errors.ts';
import type { Clock } from '../time/clock.ts';
import type { KeyholdStore } from './store.ts';

const name = 'keyhold.server-time';
/** How far a machine's wall clock may be behind the server's, in milliseconds. */
const tolerance = 5 * 60_000;

/** The highest time that the server signed, stored between runs: a wall clock far behind it was set back. */
export interface ServerTime {
  /** Records a signed time, in seconds since 1970. */
  note(seconds: number): Promise<void>;
  /** @throws {ClockError} when the machine's wall clock is more than 5 minutes behind the highest recorded time. */
  check(): Promise<void>;
}

export function createServerTime(store: KeyholdStore, clock: Clock): ServerTime {
  let highest: number | null = null;

  async function read(): Promise<number> {
    if (highest === null) {
      const stored = Number(await store.get(name));
      // A higher time may have been recorded meanwhile.
      highest = Math.max(highest ?? 0, Number.isFinite(stored) ? stored : 0);
    }
    return highest;
  }

  return {
    async note(seconds) {
      if (seconds <= (await read())) return;
      highest = seconds;
      await store.set(name, String(seconds));
    },
    async check() {
      if (clock.wallTime() < (await read()) * 1000 - tolerance) throw new ClockError();
    },
  };
}
