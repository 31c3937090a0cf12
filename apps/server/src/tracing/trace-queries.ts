import type pg from 'pg';
import { nameOf, type Tracing } from './tracing.ts';

/** Maximum length of the query text in a span. */
const longestText = 2_000;

/** A round trip as `pg-round-trip` sends it, with the callbacks of node-postgres. */
interface RoundTrip extends pg.Submittable {
  readonly statements: readonly { readonly text: string }[];
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/**
 * Traces each round trip to the database made by a request or a job. An untraced pool has nothing between query and
 * connection. A span contains the statements' texts but no values, because values are parameters.
 */
export function traceQueries(pool: pg.Pool, tracing: Tracing): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (query: unknown, ...rest: unknown[]) => unknown;
    const traced = (query: unknown, ...rest: unknown[]) => {
      if (isRoundTrip(query) && tracing.underWay()) observe(query, tracing);
      return send(query, ...rest);
    };
    client.query = traced as typeof client.query;
  });
}

function isRoundTrip(query: unknown): query is RoundTrip {
  return typeof query === 'object' && query !== null && 'statements' in query && Array.isArray(query.statements);
}

function observe(trip: RoundTrip, tracing: Tracing): void {
  const { statements } = trip;
  const text = statements.map((statement) => statement.text).join(';\n');
  const span = tracing.begin('database', 'client', {
    'db.system.name': 'postgresql',
    'db.query.text': text.slice(0, longestText),
    'db.operation.batch.size': statements.length,
  });
  const [fail, finish] = [trip.handleError.bind(trip), trip.handleReadyForQuery.bind(trip)];
  let failed = false;
  trip.handleError = (error) => {
    failed = true;
    span.end(nameOf(error));
    fail(error);
  };
  trip.handleReadyForQuery = () => {
    finish();
    if (!failed) span.end();
  };
}
