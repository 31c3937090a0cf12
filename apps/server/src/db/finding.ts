import type { CompiledQuery } from 'kysely';
import type { Statement } from './batch.ts';

/** What is found by its id, and has it. */
export interface Identified {
  readonly id: string;
}

/** Stands for the ids in a query that was built for any. */
export const theIds: readonly string[] = [];

/** A query that was built with {@link theIds}, for these. */
export function findingOf({ sql, parameters }: CompiledQuery, ids: readonly string[]): Statement {
  return { text: sql, values: parameters.map((parameter) => (parameter === theIds ? ids : parameter)) };
}
