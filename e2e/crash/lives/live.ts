import { ApiError } from '@keyhold/client';
import { isUnavailable as isDatabaseAway } from '../../../apps/server/src/db/errors.ts';
import { inDatabase } from '../../fixtures/database.ts';
import { differences, type Facts, factsOf } from './facts.ts';
import type { BeginLife, Life, Surroundings } from './life.ts';
import type { Course } from './rehearsal.ts';

/** How often a kind of change was acknowledged, and how the changes without a reply ended. */
export interface Tally {
  acknowledged: number;
  happened: number;
  undone: number;
}

/** Runs one life after another, and records how far the server has acknowledged it. */
export interface Living {
  /** Runs until no server replies any more. */
  live(): Promise<void>;
  /** Compares the data with the course of the life: the step without a reply happened completely, or not at all. */
  check(): Promise<string[]>;
  readonly tallies: ReadonlyMap<string, Tally>;
}

/**
 * Starts to run lives of a kind.
 *
 * @param course the course of such a life without failures
 */
export function startLiving(begin: BeginLife, surroundings: Surroundings, kind: string, course: Course): Living {
  const tallies = new Map<string, Tally>();
  let lived = 0;
  let done = 0;
  let unanswered = false;
  let life: Life = next();

  function next(): Life {
    lived += 1;
    done = 0;
    return begin(surroundings, `${kind} ${lived}`);
  }

  function tallyOf(step: number): Tally {
    const name = life.steps[step]?.kind ?? '';
    const tally = tallies.get(name) ?? { acknowledged: 0, happened: 0, undone: 0 };
    tallies.set(name, tally);
    return tally;
  }

  async function live(): Promise<void> {
    for (;;) {
      if (done === life.steps.length) life = next();
      const step = life.steps[done];
      unanswered = true;
      try {
        await step?.send();
      } catch (error) {
        if (isUnavailable(error)) return;
        throw new Error(`${life.name}, ${step?.kind}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
      unanswered = false;
      tallyOf(done).acknowledged += 1;
      done += 1;
    }
  }

  async function check(): Promise<string[]> {
    const actual = await inDatabase(surroundings.database, (client) => factsOf(client, life.name));
    const before = differences(course[done] ?? new Map(), actual);
    if (!unanswered) return before.map((line) => `${life.name}: ${line}`);
    unanswered = false;
    const after = differences(course[done + 1] ?? new Map(), actual);
    if (after.length === 0) {
      tallyOf(done).happened += 1;
      done += 1;
      return [];
    }
    tallyOf(done).undone += 1;
    if (before.length === 0) return [];
    const step = life.steps[done];
    if (step?.oneByOne) return eachWhole(course[done], course[done + 1], actual).map((line) => `${life.name}: ${line}`);
    return before.map((line) => `${life.name}, ${step?.kind}, neither before nor after: ${line}`);
  }

  return { live, check, tallies };
}

/** Checks that each of the resources that change one by one is in the state either before or after the change. */
function eachWhole(before: Facts = new Map(), after: Facts = new Map(), actual: Facts): string[] {
  return [...actual]
    .filter(([thing]) => thing.startsWith('user '))
    .filter(([thing, fact]) => fact !== before.get(thing) && fact !== after.get(thing))
    .map(([thing, fact]) => `${thing} is half changed: ${fact}`);
}

/** Whether the server or the database is down: each may be killed a moment before the other. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 503;
  return error instanceof TypeError || (error instanceof Error && 'code' in error) || isDatabaseAway(error);
}
