import { type Compilable, type CompiledQuery, sql } from 'kysely';
import { findById, type Transaction } from './database.ts';
import { type Identified, theIds } from './finding.ts';

/**
 * A query that finds rows by their ids, for what is asked so often that building it would cost more than asking. It is
 * built once, for any ids; where nothing is written, many requests share one such query (`shared-readings.ts`).
 *
 * @param build the query from its handle and the ids; each row has the id that it was found by, and no two have the same
 * @example
 * const tagById = foundById((tx, ids) => tx.selectFrom('tags').selectAll().where('id', '=', anyOf(ids)));
 * const tag = await tagById(tx, id);
 */
export function foundById<Row extends Identified>(
  build: (tx: Transaction, ids: readonly string[]) => Compilable<Row>,
): (tx: Transaction, id: string) => Promise<Row | undefined> {
  let built: CompiledQuery<Row> | undefined;
  return (tx, id) => {
    built ??= build(tx, theIds).compile();
    return findById(tx, built, id);
  };
}

/** In a query, any of some ids. */
export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** Some ids as rows, the table `wanted`, that a query goes through one by one. */
export function each(ids: readonly string[]) {
  return sql<{ id: string }>`unnest(${ids}::uuid[])`.as<'wanted'>(sql`wanted(id)`);
}

/**
 * A query that is built once; from then on only its values change. For what is carried out by `together`, `executeBuilt` and
 * `lastly` of `database.ts`.
 *
 * @param build the query from its handle and its values; which parts it has must not depend on the values
 */
export function compiledOnce<Row, Values extends readonly unknown[]>(
  build: (tx: Transaction, ...values: Values) => { compile(executor: Transaction): CompiledQuery<Row> },
): (tx: Transaction, ...values: Values) => CompiledQuery<Row> {
  let built: { readonly query: CompiledQuery<Row>; readonly places: readonly number[] } | undefined;
  return (tx, ...values) => {
    if (!built) {
      const marks = values.map((_, index) => `value ${index} of a query`);
      // One mark stands for each value.
      const query = build(tx, ...(marks as unknown as Values)).compile(tx);
      built = { query, places: query.parameters.map((parameter) => marks.indexOf(parameter as string)) };
    }
    const { query, places } = built;
    const parameters = query.parameters.map((parameter, index) => {
      const place = places[index] ?? -1;
      return place < 0 ? parameter : values[place];
    });
    return { ...query, parameters };
  };
}
