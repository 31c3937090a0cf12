import { type CompiledQuery, type QueryExecutorProvider, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { RoundTripTransaction } from './internals.ts';

/** A placeholder for a value in a compiled query. */
class Parameter {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** The parameters that the builder of a query gets: it can put them into the query, but cannot read the values. */
export type ParametersFor<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** A query or an `sql` template, which can be compiled. */
type Compilable<Row> = { compile(executor: QueryExecutorProvider): CompiledQuery<Row> };

/** A query with its values. */
export interface BoundQuery<Schema, Row> {
  compile(tx: RoundTripTransaction<Schema>): CompiledQuery<Row>;
  execute(tx: RoundTripTransaction<Schema>): Promise<QueryResult<Row>>;
}

/**
 * A query that is built and compiled once, for any values: for queries whose compilation costs as much as executing
 * them. The builder gets parameters in place of values, so that nothing in the query can depend on a value.
 *
 * @example
 * const findTags = compileOnce((tx: Transaction, { account }: ParametersFor<{ account: string }>) =>
 *   tx.selectFrom('tags').select('name').where('account', '=', account));
 * const { rows } = await findTags({ account }).execute(tx);
 */
export function compileOnce<Schema, Values, Row>(
  build: (tx: RoundTripTransaction<Schema>, values: ParametersFor<Values>) => Compilable<Row>,
): (values: Values) => BoundQuery<Schema, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (values) => {
    const compile = (tx: RoundTripTransaction<Schema>) => {
      compiled ??= build(tx, parameters<Values>()).compile(tx);
      return withValues(compiled, values);
    };
    return { compile, execute: (tx) => tx.executeQuery(compile(tx)) };
  };
}

export function parameters<Values>(): ParametersFor<Values> {
  return new Proxy({} as ParametersFor<Values>, { get: (_target, name) => sql`${new Parameter(name)}` });
}

/** Binds values to a query that was compiled with {@link parameters}. */
export function withValues<Row, Values>(query: CompiledQuery<Row>, values: Values): CompiledQuery<Row> {
  const insert = (one: unknown) => (one instanceof Parameter ? values[one.name as keyof Values] : one);
  return { ...query, parameters: query.parameters.map(insert) };
}
