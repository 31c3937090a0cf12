import { planFor } from '@keyhold/pg-round-trip';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

/**
 * Whether any of the columns contains a text, ignoring case.
 *
 * @param columns names of columns, or expressions that return a text
 */
export function containsText(search: string, columns: readonly (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const texts = columns.map((column) => (typeof column === 'string' ? sql`${sql.ref(column)}` : column));
  return sql<boolean>`(${sql.join(
    texts.map((text) => sql`fold(${text}) like ${patternOf(search)}`),
    sql` or `,
  )})`;
}

/** The search parameters of a list. */
export interface Search {
  readonly search?: string | undefined;
  /** Words that match in addition to the search. */
  readonly 'search-also'?: readonly string[] | undefined;
}

/**
 * Whether a record matches the search or one of the additional words; null without a search.
 *
 * @param columns the columns with such words: names of columns, or expressions
 * @param find returns the condition for a match of the search
 */
export async function foundBySearch(
  { search, 'search-also': words }: Search,
  columns: readonly (string | RawBuilder<unknown>)[],
  find: (search: string) => Promise<Expression<SqlBool>>,
): Promise<RawBuilder<boolean> | null> {
  const found: Expression<unknown>[] = search ? [await find(search)] : [];
  if (words) {
    const among = sql`any(${planFor(words)}::text[])`;
    for (const column of columns) found.push(sql`${typeof column === 'string' ? sql.ref(column) : column} = ${among}`);
  }
  return found.length > 0 ? sql<boolean>`(${sql.join(found, sql` or `)})` : null;
}

/**
 * The `like` pattern of folded texts that contain a search. Its selectivity varies, so each search has its own plan.
 */
export function patternOf(search: string): RawBuilder<string> {
  return folded(`%${literal(search)}%`);
}

function folded(pattern: string): RawBuilder<string> {
  return sql<string>`fold(${planFor(pattern)})`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A list with a search index: its kind, and its account; null for a list of the whole installation. */
interface SearchedList {
  readonly kind: 'accounts' | 'users' | 'licenses' | 'addon-licenses';
  readonly account: string | null;
}

/**
 * The maximum number of records to look up by id and then sort. If a search finds more, reading the list in its order
 * soon fills a page.
 */
export const maxFoundIds = 10_000;

/** Shorter texts contain no trigram, so the index cannot find them. */
const shortestIndexed = 3;

/**
 * Looks up a search in the index of a list's own texts (decision 0033).
 *
 * @returns the ids of the matches, including deleted records; null if there are too many, or the search is too short
 */
export async function foundInList(
  tx: Transaction,
  { kind, account }: SearchedList,
  search: string,
): Promise<string[] | null> {
  if ([...search].length < shortestIndexed) return null;
  return foundLike(tx, { kind, account }, patternOf(search));
}

/** The maximum number of spaces in a name search: each takes its own lookup, and hardly any name has more. */
const maxSpaces = 6;

/**
 * Looks up candidates whose first and last name together contain a search. Each name is a line of the search text, the
 * last name first: for one of the spaces, the part after it starts a line, and the part before it ends a later line.
 * The caller must check each candidate.
 *
 * @returns ids like {@link foundInList}; null also if there are too many spaces to look up each
 */
export async function foundByFullName(tx: Transaction, account: string, search: string): Promise<string[] | null> {
  const spaces = [...search.matchAll(/ /g)];
  if (spaces.length > maxSpaces) return null;
  const found: string[] = [];
  for (const { index } of spaces) {
    const pattern = folded(`%\n${literal(search.slice(index + 1))}%${literal(search.slice(0, index))}\n%`);
    const ids = await foundLike(tx, { kind: 'users', account }, pattern);
    if (!ids) return null;
    found.push(...ids);
  }
  return found;
}

function foundLike(tx: Transaction, { kind, account }: SearchedList, pattern: RawBuilder<string>) {
  return idsWithinLimit(
    tx,
    sql<{ id: string }>`select id from "found-in-list"(${kind}, ${account}, ${pattern}, ${maxFoundIds}) as id`,
  );
}

/** Returns the ids that a query finds, or null if there are more than {@link maxFoundIds}, without fetching them. */
export async function idsWithinLimit(tx: Transaction, query: RawBuilder<{ id: string }>): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id::text), '{}') as ids from (select id from (${query}) as all_found limit ${maxFoundIds + 1}) as found
    having count(*) <= ${maxFoundIds}`.execute(tx);
  return rows[0]?.ids ?? null;
}

/**
 * Whether a record has one of some ids. Planned for the number of ids, which decides between a lookup by id and reading
 * the list in its order; a generic plan would read the whole account for a few ids.
 *
 * @param column the id column, such as `users.id`
 */
export function idAmong(column: string, ids: readonly string[], type: 'uuid' | 'text'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${planFor(ids)}::${sql.raw(type)}[])`;
}
