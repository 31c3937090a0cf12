import { sql } from 'kysely';

/** A column's moment as replies show it, made by the database: UTC, to the millisecond. */
export function jsonTime(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
