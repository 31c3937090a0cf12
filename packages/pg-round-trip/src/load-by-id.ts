import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import pg from 'pg';
import { parameters, withValues } from './compile-once.ts';
import type { Run } from './connections.ts';
import { type Handle, handle, type Loader, type RoundTripTransaction, type Row } from './handle.ts';
import type { Opening } from './opening.ts';
import type { Outcome } from './pipeline.ts';
import { type Statement, statementOf } from './statement.ts';

/**
 * A query that finds one row by its id, for what is read so often that building the query would cost as much as executing
 * it. It is compiled once. Outside of a transaction, what many requests load in one turn of the event loop shares a round
 * trip (the 'data loader' pattern), and what they load with the same opening shares a statement.
 *
 * @param build the query from its handle and the ids; each row has the id by which it was found, and no two have the same
 * @example
 * const loadTag = loadById((tx: Transaction, ids) => tx.selectFrom('tags').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`));
 * const tag = await loadTag(tx, id);
 */
export function loadById<Schema, Row extends { readonly id: string }>(
  build: (tx: RoundTripTransaction<Schema>, ids: RawBuilder<readonly string[]>) => Compilable<Row>,
): (tx: RoundTripTransaction<Schema>, id: string) => Promise<Row | undefined> {
  let compiled: CompiledQuery | undefined;
  return async (tx, id) => {
    compiled ??= build(tx, parameters<Wanted>().ids).compile();
    // What a row holds is known to the query's builder.
    return (await tx[handle].load(compiled, id)) as Row | undefined;
  };
}

/** What a query by id is given. */
interface Wanted {
  readonly ids: readonly string[];
}

/** Loads within a transaction, which sees what it has written. */
export function loadWith(execute: Handle['execute']): Handle['load'] {
  return async (query, id) => (await execute<Row>(withValues<unknown, Wanted>(query, { ids: [id] }))).rows[0];
}

/** Most loads of one round trip. */
const mostLoads = 100;
/** Round trips at once: while the database answers one, the next can be sent. */
const mostTrips = 2;

interface Load {
  readonly opening: Opening;
  readonly query: CompiledQuery;
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches loads that come within one turn of the event loop, or while two round trips are in flight. Each runs behind its
 * own opening; two openings with the same statements count as the same.
 */
export function createLoader(run: Run): Loader {
  const waiting: Load[] = [];
  let trips = 0;
  let planned = false;

  function plan(): void {
    if (planned || trips >= mostTrips || waiting.length === 0) return;
    planned = true;
    setImmediate(async () => {
      planned = false;
      trips += 1;
      const loads = waiting.splice(0, mostLoads);
      plan();
      await execute(run, loads);
      trips -= 1;
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
    // A setting that the group before has made as well need not be made again.
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
    // One that fails must not fail the others.
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

/** A group, with the places of its statements in the round trip. */
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
