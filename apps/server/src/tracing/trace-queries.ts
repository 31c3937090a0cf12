import type pg from 'pg';
import { nameOf, type Tracing } from './tracing.ts';

/** Longest text of a query that a span contains. */
const longestText = 2_000;

/** A round trip as `pg-round-trip` sends it, and as node-postgres calls it back. */
interface RoundTrip extends pg.Submittable {
  readonly statements: readonly { readonly text: string }[];
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/**
 * Traces each round trip to the database of a request or a job. Only a pool that is traced has anything between query and
 * connection; a span contains the statements' texts, whose values are parameters, and no values.
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
