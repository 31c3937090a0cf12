import { planFor } from '@keyhold/pg-round-trip';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
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

/** What a list is searched for. */
export interface Search {
  readonly search?: string | undefined;
  /** Words that are found beside it. */
  readonly 'search-also'?: readonly string[] | undefined;
}

/**
 * Whether a record is found, by the search or by one of the words beside it; null where nothing is searched for.
 *
 * @param columns what has such words: names of columns, or expressions
 * @param find whether it is found by the search
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

/** The pattern of texts that contain a search, for `like` with what is folded. How many do is another matter each time. */
export function patternOf(search: string): RawBuilder<string> {
  return folded(`%${literal(search)}%`);
}

function folded(pattern: string): RawBuilder<string> {
  return sql<string>`fold(${planFor(pattern)})`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** A list whose texts are indexed: its kind, and the account it is of, if not of the whole installation. */
export interface SearchedList {
  readonly kind: 'accounts' | 'users' | 'licenses' | 'addon-licenses';
  readonly account: string | null;
}

/**
 * Most records that are looked up by their ids and put in order then. Where a search finds more, a page of them is met soon
 * when the list is read in its order.
 */
export const fewFound = 10_000;

/** Shorter texts hold no trigram, so that an index cannot find them. */
const shortestIndexed = 3;

/**
 * Looks a search up in the index of a list's own texts (decision 0033).
 *
 * @returns the ids of what it finds, deleted records included; null where that is too much, or the search too short
 */
export async function foundInList(
  tx: Transaction,
  { kind, account }: SearchedList,
  search: string,
): Promise<string[] | null> {
  if ([...search].length < shortestIndexed) return null;
  return foundLike(tx, { kind, account }, patternOf(search));
}

/** Hardly a name has more spaces; each is looked up by itself. */
const mostSpaces = 6;

/**
 * Looks up who may have a search in their first and last name together. Each stands in a line of its own, the last name
 * first: of the two sides of a space, one begins a line and the other ends a later one. The caller has to check each.
 *
 * @returns ids as {@link foundInList} does; null also where there are too many spaces to look each up
 */
export async function foundByFullName(tx: Transaction, account: string, search: string): Promise<string[] | null> {
  const spaces = [...search.matchAll(/ /g)];
  if (spaces.length > mostSpaces) return null;
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
  return fewIds(
    tx,
    sql<{ id: string }>`select id from "found-in-list"(${kind}, ${account}, ${pattern}, ${fewFound}) as id`,
  );
}

/** The ids that a query finds, or null where they are more than a few; those it does not fetch. */
export async function fewIds(tx: Transaction, query: RawBuilder<{ id: string }>): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`
    select coalesce(array_agg(id::text), '{}') as ids from (select id from (${query}) as all_found limit ${fewFound + 1}) as found
    having count(*) <= ${fewFound}`.execute(tx);
  return rows[0]?.ids ?? null;
}

/**
 * Whether a record is one of those with some ids. How many they are decides whether they are looked up or met in the list's
 * order; a plan for any number would read the whole account for a few.
 *
 * @param column the id, such as `users.id`
 */
export function idAmong(column: string, ids: readonly string[], type: 'uuid' | 'text'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${planFor(ids)}::${sql.raw(type)}[])`;
}
