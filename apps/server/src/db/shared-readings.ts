import type { CompiledQuery } from 'kysely';
import { isAway } from './away.ts';
import type { Statement, StatementResult } from './batch.ts';
import { accountOf, readOnly, requireSession, type Scope, statementOf } from './scope.ts';

/** Takes short readings of many requests, and sends those together that are there at the same time. */
export interface SharedReadings {
  /**
   * Reads what is found by its id, bound to a scope.
   *
   * @throws {SessionChanged} when the scope's session is not what was remembered of it
   */
  read(scope: Scope, query: CompiledQuery): Promise<StatementResult>;
}

/** Most readings of one way. */
const most = 100;
/** Ways at once: while the database answers one, the next can be on its way. */
const mostUnderWay = 2;

interface Waiting {
  readonly scope: Scope;
  readonly query: CompiledQuery;
  readonly done: (result: StatementResult) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Readings that come within one turn of the event loop, or while others are under way, share one way to the database: each
 * way costs server and database more than finding a row does. Each is bound to its own account, right before its query.
 *
 * @param send carries statements out as one transaction, in their order
 */
export function shareReadings(send: (statements: readonly Statement[]) => Promise<StatementResult[]>): SharedReadings {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let planned = false;

  function plan(): void {
    if (planned || underWay >= mostUnderWay || waiting.length === 0) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      void work(waiting.splice(0, most));
    });
  }

  async function work(readings: readonly Waiting[]): Promise<void> {
    underWay += 1;
    plan();
    try {
      await answer(readings);
    } finally {
      underWay -= 1;
      plan();
    }
  }

  async function answer(readings: readonly Waiting[]): Promise<void> {
    // Several of one session are bound once.
    const groups = [...Map.groupBy(readings, ({ scope }) => JSON.stringify(scope)).values()];
    const statements = groups.flatMap((group) => [
      ...group.slice(0, 1).map(({ scope }) => accountOf(scope)),
      ...group.map(({ query }) => statementOf(query)),
    ]);
    let results: StatementResult[];
    try {
      [, ...results] = await send([readOnly, ...statements]);
    } catch (error) {
      // One that fails must not fail the others.
      if (readings.length > 1 && !isAway(error)) for (const one of readings) await answer([one]);
      else for (const { failed } of readings) failed(error);
      return;
    }
    for (const group of groups) settle(group, results.splice(0, 1 + group.length));
  }

  return {
    read: (scope, query) =>
      new Promise((done, failed) => {
        waiting.push({ scope, query, done, failed });
        plan();
      }),
  };
}

/** Hands each reading of a session its result. */
function settle(readings: readonly Waiting[], [bound, ...results]: readonly StatementResult[]): void {
  readings.forEach(({ scope, done, failed }, index) => {
    try {
      requireSession(scope, bound);
      const result = results[index];
      if (!result) throw new Error('PostgreSQL answered nothing to a statement.');
      done(result);
    } catch (error) {
      failed(error);
    }
  });
}
