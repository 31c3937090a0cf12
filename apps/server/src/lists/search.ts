import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/**
 * Whether any of the columns contains a text, whatever its case (specification, 'Lists in general').
 *
 * @param columns names of columns, or expressions that answer a text
 */
export function containsText(search: string, columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const texts = columns.map((column) => (typeof column === 'string' ? sql`${sql.ref(column)}` : column));
  return sql<boolean>`(${sql.join(
    texts.map((text) => sql`fold(${text}) like ${patternOf(search)}`),
    sql` or `,
  )})`;
}

/** The pattern of texts that contain a search, for `like` with what is folded. */
export function patternOf(search: string): RawBuilder<string> {
  return sql<string>`fold(${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`;
}

/** A list whose texts are indexed: its kind, and the account it is of, if not of the whole installation. */
export interface SearchedList {
  readonly kind: 'accounts' | 'users' | 'licenses' | 'addon-licenses';
  readonly account: string | null;
}

/**
 * Most things that are looked up by their ids and put in order then. Where a search finds more, a page of them is met soon
 * by whoever reads the list in its order.
 */
export const fewFound = 10_000;

/** Whether a search is long enough to hold a trigram: an index cannot find shorter ones. */
export function isIndexed(search: string): boolean {
  return [...search].length >= 3;
}

/**
 * Looks a search up in the index of a list's own texts (decision 0033).
 *
 * @returns the ids of what it finds, deleted things included; null where that is too much, or the search too short
 */
export async function foundInList(
  tx: Transaction,
  { kind, account }: SearchedList,
  search: string,
): Promise<string[] | null> {
  if (!isIndexed(search)) return null;
  const { rows } = await sql<{ id: string }>`
    select id from "found-in-list"(${kind}, ${account}, ${patternOf(search)}, ${fewFound}) as id`.execute(tx);
  return rows.length > fewFound ? null : rows.map(({ id }) => id);
}
