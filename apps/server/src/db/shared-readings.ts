import type { CompiledQuery } from 'kysely';
import { isAway } from './away.ts';
import type { Statement, StatementResult } from './batch.ts';
import { findingOf } from './finding.ts';
import { accountOf, readOnly, requireSession, type Scope } from './scope.ts';

/** Takes short readings of many requests, and sends those together that are there at the same time. */
export interface SharedReadings {
  /**
   * Finds a row by its id, bound to a scope.
   *
   * @param query built for any ids
   * @throws {SessionChanged} when the scope's session is not what was remembered of it
   */
  findById(scope: Scope, query: CompiledQuery, id: string): Promise<Row | undefined>;
}

type Row = Record<string, unknown>;

/** Most readings of one way. */
const most = 100;
/** Ways at once: while the database answers one, the next can be on its way. */
const mostUnderWay = 2;

interface Waiting {
  readonly scope: Scope;
  readonly query: CompiledQuery;
  readonly id: string;
  readonly done: (row: Row | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** What one session asks of one query. */
type Group = readonly Waiting[];

/**
 * Readings that come within one turn of the event loop, or while others are under way, share one way to the database, and
 * those of one session that ask the same of different ids one statement: each way, and each statement, costs server and
 * database more than finding a row does. Each is bound to its own account, right before its query.
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
    const groups = groupsOf(readings);
    const statements = groups.flatMap((group) => statementsOf(group));
    let results: StatementResult[];
    try {
      [, ...results] = await send([readOnly, ...statements]);
    } catch (error) {
      // One that fails must not fail the others.
      if (readings.length > 1 && !isAway(error)) for (const one of readings) await answer([one]);
      else for (const { failed } of readings) failed(error);
      return;
    }
    for (const group of groups) settle(group, results.splice(0, 2));
  }

  return {
    findById: (scope, query, id) =>
      new Promise((done, failed) => {
        waiting.push({ scope, query, id, done, failed });
        plan();
      }),
  };
}

function groupsOf(readings: readonly Waiting[]): readonly Group[] {
  const sessions = [...Map.groupBy(readings, ({ scope }) => JSON.stringify(scope)).values()];
  return sessions.flatMap((one) => [...Map.groupBy(one, ({ query }) => query).values()]);
}

/** Binds to the scope, then asks. */
function statementsOf(group: Group): readonly Statement[] {
  const [first] = group;
  if (!first) return [];
  return [accountOf(first.scope), findingOf(first.query, [...new Set(group.map(({ id }) => id))])];
}

/** Hands each reading its row. */
function settle(group: Group, [bound, found]: readonly StatementResult[]): void {
  const rows = new Map(found?.rows.map((row) => [row['id'], row]));
  for (const { scope, id, done, failed } of group) {
    try {
      requireSession(scope, bound);
      done(rows.get(id));
    } catch (error) {
      failed(error);
    }
  }
}
