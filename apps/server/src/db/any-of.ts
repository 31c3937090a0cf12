import { type Expression, sql } from 'kysely';

/** In a query, any of some ids: one parameter, however many they are. */
export function anyOf(ids: readonly string[] | Expression<readonly string[]>, type: 'uuid' | 'text' = 'uuid') {
  return sql<string>`any(${ids}::${sql.raw(type)}[])`;
}
