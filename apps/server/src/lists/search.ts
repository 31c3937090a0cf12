import { type RawBuilder, sql } from 'kysely';

/**
 * Whether any of the columns contains a text, whatever its case (specification, 'Lists in general').
 *
 * @param columns names of columns, or expressions that answer a text
 */
export function containsText(search: string, columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const texts = columns.map((column) => (typeof column === 'string' ? sql`${sql.ref(column)}` : column));
  return sql<boolean>`(${sql.join(
    texts.map((text) => sql`fold(${text}) like fold(${pattern})`),
    sql` or `,
  )})`;
}
