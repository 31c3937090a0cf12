import { type Expression, type RawBuilder, sql } from 'kysely';

// What queries need of PostgreSQL beside tables and columns: its times, its functions and those of the migrations.

/** The beginning of the transaction. */
export const now = sql<Date>`now()`;
/** The time at which the statement is executed, however long its transaction waited before. */
export const clock = sql<Date>`clock_timestamp()`;

/** A length of time, such as `{ days: 7 }`. */
type Span = { readonly [Unit in 'days' | 'hours' | 'mins' | 'secs']?: number | RawBuilder<number> };

/** A time before the beginning of the transaction. */
export function ago(span: Span): RawBuilder<Date> {
  return sql<Date>`${now} - ${interval(span)}`;
}

/** A time after the beginning of the transaction. */
export function fromNow(span: Span): RawBuilder<Date> {
  return sql<Date>`${now} + ${interval(span)}`;
}

export function interval(span: Span): RawBuilder<unknown> {
  return sql`make_interval(${sql.join(Object.entries(span).map(([unit, length]) => sql`${sql.raw(unit)} => ${length}`))})`;
}

/** A text as searches and e-mails compare it: whatever its case (migration 0001). */
export function fold(text: string | Expression<string>): RawBuilder<string> {
  return sql<string>`fold(${text})`;
}

/** Any of some ids: one parameter, however many they are. */
export function anyOf(
  ids: readonly string[] | Expression<readonly string[]>,
  type: 'uuid' | 'text' = 'uuid',
): RawBuilder<string> {
  return sql<string>`any(${ids}::${sql.raw(type)}[])`;
}
