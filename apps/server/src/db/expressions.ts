import { type Expression, type RawBuilder, sql } from 'kysely';

// SQL expressions for queries: PostgreSQL's times and functions, and functions that the migrations define.

/** The start of the transaction. */
export const now = sql<Date>`now()`;
/** The current time, however long the transaction has waited before. */
export const clock = sql<Date>`clock_timestamp()`;

/** A length of time, such as `{ days: 7 }`. */
type Span = { readonly [Unit in 'days' | 'hours' | 'mins' | 'secs']?: number | RawBuilder<number> };

/** A time before the start of the transaction. */
export function ago(span: Span): RawBuilder<Date> {
  return sql<Date>`${now} - ${interval(span)}`;
}

/** A time after the start of the transaction. */
export function fromNow(span: Span): RawBuilder<Date> {
  return sql<Date>`${now} + ${interval(span)}`;
}

/** When to retry after a failure: a minute, then two, then four, up to six hours, by the row's `attempts`. */
export const afterBackoff = sql<Date>`${clock} + least(power(2, least(attempts, 20) - 1), 360) * interval '1 minute'`;

export function interval(span: Span): RawBuilder<unknown> {
  return sql`make_interval(${sql.join(Object.entries(span).map(([unit, length]) => sql`${sql.raw(unit)} => ${length}`))})`;
}

/** Folds the case of a text, as for searches and the comparison of e-mails (migration 0001). */
export function fold(text: string | Expression<string>): RawBuilder<string> {
  return sql<string>`fold(${text})`;
}

/** Matches any of some texts, folded, as a single parameter. */
export function anyFolded(texts: readonly string[]): RawBuilder<string> {
  return sql<string>`any(array(select fold(one) from unnest(${texts}::text[]) as one))`;
}

/** Matches any of some ids, as a single parameter. */
export function anyOf(
  ids: readonly string[] | Expression<readonly string[]>,
  type: 'uuid' | 'text' = 'uuid',
): RawBuilder<string> {
  return sql<string>`any(${ids}::${sql.raw(type)}[])`;
}
