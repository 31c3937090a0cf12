import type { Compilable, CompiledQuery } from 'kysely';
import { findById, type Transaction } from './database.ts';

/**
 * A query that is built once; from then on only its values change. For what is asked so often that building it would cost
 * more than asking, and finds what it reads by its id: where nothing is written, such queries of many requests share one way
 * to the database (`shared-readings.ts`).
 *
 * @param build the query from its handle and its values; which parts it has must not depend on the values
 * @example
 * const tagById = builtOnce((tx, id: string) => tx.selectFrom('tags').selectAll().where('id', '=', id));
 * const [tag] = await tagById(tx, id);
 */
export function builtOnce<Row, Values extends readonly string[]>(
  build: (tx: Transaction, ...values: Values) => Compilable<Row>,
): (tx: Transaction, ...values: Values) => Promise<Row[]> {
  const compiled = compiledOnce(build);
  return (tx, ...values) => findById(tx, compiled(tx, ...values));
}

/**
 * As {@link builtOnce}, for what is carried out otherwise (`together`, `executeBuilt` and `lastly` in `database.ts`), and
 * for values of any kind.
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
