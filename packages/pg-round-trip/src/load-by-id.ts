import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import pg from 'pg';
import { parameters, withValues } from './compile-once.ts';
import type { Opening } from './connection/opening.ts';
import type { Outcome, Run } from './connection/pipeline.ts';
import { type Statement, statementOf } from './connection/statement.ts';
import { type Internals, internals, type Loader, type RoundTripTransaction, type Row } from './internals.ts';

/**
 * A query that finds one row by its id, for rows that are read so often that building the query would cost as much as
 * executing it. It is compiled once. Outside of a transaction, the loads of many requests in one turn of the event loop
 * share a round trip (the 'data loader' pattern), and those with the same opening share a statement.
 *
 * @param build builds the query from a handle and the ids; each row has the id by which it was found, all different
 * @example
 * const loadTag = loadById((tx: Transaction, ids) =>
 *   tx.selectFrom('tags').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`));
 * const tag = await loadTag(tx, id);
 */
export function loadById<Schema, Row extends { readonly id: string }>(
  build: (tx: RoundTripTransaction<Schema>, ids: RawBuilder<readonly string[]>) => Compilable<Row>,
): (tx: RoundTripTransaction<Schema>, id: string) => Promise<Row | undefined> {
  let compiled: CompiledQuery | undefined;
  return async (tx, id) => {
    compiled ??= build(tx, parameters<Wanted>().ids).compile();
    // The query's builder determines the type of its rows.
    return (await tx[internals].load(compiled, id)) as Row | undefined;
  };
}

/** The values of a query by id. */
interface Wanted {
  readonly ids: readonly string[];
}

/** Loads within a transaction, which sees its own changes. */
export function loadWith(execute: Internals['execute']): Internals['load'] {
  return async (query, id) => (await execute<Row>(withValues<unknown, Wanted>(query, { ids: [id] }))).rows[0];
}

/** The maximum number of loads in one round trip. */
const maxLoads = 100;
/** The maximum number of concurrent round trips: while the database answers one, the next can be sent. */
const maxRoundTrips = 2;

interface Load {
  readonly opening: Opening;
  readonly query: CompiledQuery;
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches loads that arrive within one turn of the event loop, or while two round trips are in flight. Each runs after
 * its own opening; two openings with the same statements count as the same.
 */
export function createLoader(run: Run): Loader {
  const waiting: Load[] = [];
  let roundTrips = 0;
  let planned = false;

  function plan(): void {
    if (planned || roundTrips >= maxRoundTrips || waiting.length === 0) return;
    planned = true;
    setImmediate(async () => {
      planned = false;
      roundTrips += 1;
      const loads = waiting.splice(0, maxLoads);
      plan();
      await execute(run, loads);
      roundTrips -= 1;
      plan();
    });
  }

  return (opening, query, id) =>
    new Promise((resolve, reject) => {
      waiting.push({ opening, query, id, resolve, reject });
      plan();
    });
}

async function execute(run: Run, loads: readonly Load[]): Promise<void> {
  const statements: Statement[] = [];
  const sent: SentGroup[] = [];
  for (const group of groupsOf(loads)) {
    const before = sent.at(-1);
    // A setting that the previous group has made, too, need not be repeated.
    const opened = group.opening.statements.map((statement, index) =>
      before?.opening.statements[index] === statement ? (before.opened[index] ?? 0) : statements.push(statement) - 1,
    );
    const ids = [...new Set(group.loads.map(({ id }) => id))];
    sent.push({
      ...group,
      opened,
      found: statements.push(statementOf(withValues<unknown, Wanted>(group.query, { ids }))) - 1,
    });
  }
  const outcome = await run(statements);
  if (loads.length > 1 && outcome.failure?.error instanceof pg.DatabaseError) {
    // A load that fails must not fail the others.
    await Promise.all(loads.map((load) => execute(run, [load])));
  } else for (const group of sent) settleGroup(group, outcome);
}

function settleGroup({ opening, opened, found, loads }: SentGroup, { results, failure }: Outcome): void {
  for (const { id, resolve, reject } of loads) {
    try {
      const result = results[found];
      if (!result) throw failure?.error;
      opening.check?.(opened.flatMap((index) => results[index] ?? []));
      resolve(result.rows.find((row) => row['id'] === id));
    } catch (error) {
      reject(error);
    }
  }
}

interface Group {
  readonly opening: Opening;
  readonly query: CompiledQuery;
  readonly loads: readonly Load[];
}

/** A group, with the indexes of its statements in the round trip. */
interface SentGroup extends Group {
  readonly opened: readonly number[];
  readonly found: number;
}

function groupsOf(loads: readonly Load[]): readonly Group[] {
  const byOpening = [...Map.groupBy(loads, ({ opening }) => JSON.stringify(opening.statements)).values()];
  return byOpening
    .flatMap((same) => [...Map.groupBy(same, ({ query }) => query).values()])
    .flatMap((loads) => loads.slice(0, 1).map(({ opening, query }) => ({ opening, query, loads })));
}
