import { type AnyResource, type TextField, textsWith } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isDatabaseError } from '../db/errors.ts';
import { invalid } from '../problem.ts';

/** The requested page of a list. */
interface PageInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** The number of rows to skip before the page. */
  readonly skip?: number | undefined;
  readonly sort?: string | undefined;
}

/** The expressions that a list is ordered by, for each sort; every sort ends with a unique column. */
export type Sorts = Readonly<Record<string, readonly RawBuilder<unknown>[]>>;

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
  readonly 'next-cursor': string | null;
}

/**
 * Runs a list query: the whole list in order, or the page after a cursor. Uses keyset pagination, so that no row is
 * skipped or repeated when the list changes between two pages; only `skip` counts rows.
 *
 * @param query the filtered query, without order or limit
 * @param totalOf returns the total number of rows, if it is known without counting them here
 */
export async function listPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  sorts: Sorts,
  input: PageInput,
  usual: string,
  totalOf: () => number | Promise<number> | undefined = () => undefined,
): Promise<Page<Row>> {
  const sort = input.sort ?? usual;
  const descending = sort.startsWith('-');
  const expressions = sorts[descending ? sort.slice(1) : sort];
  if (!expressions) throw invalid('sort', `This list cannot be sorted by ${sort}.`);

  const ordered = expressions.reduce(
    (ordering, expression) => ordering.orderBy(expression, descending ? 'desc' : 'asc'),
    query,
  );
  if (input.limit === undefined) {
    const rows = await ordered.execute();
    return { rows, total: rows.length, 'next-cursor': null };
  }

  // One column per expression is cheaper for the database than combining them for each row.
  const position = expressions.map((expression, index) => sql<string>`(${expression})::text`.as(positionColumn(index)));
  const after = input.cursor === undefined ? null : readCursor(input.cursor, sort, expressions.length);
  const comparison = descending ? sql`<` : sql`>`;
  const rest = after
    ? ordered.where(sql<boolean>`(${sql.join([...expressions])}) ${comparison} (${sql.join(after)})`)
    : ordered;
  const [rows, total] = await Promise.all([
    rest
      .select(position)
      // A literal: with a parameter, a cached generic plan would assume a tenth of the list.
      .limit(sql.lit(input.limit + 1))
      .$if(input.skip !== undefined, (jump) => jump.offset(planFor(input.skip ?? 0)))
      .execute(),
    totalOf() ?? countRows(query),
  ]).catch((error: unknown) => {
    // A forged cursor may contain values that are invalid for their columns, such as a malformed time or id.
    throw after && isDatabaseError(error) && dataException.test(error.code) ? invalidCursor() : error;
  });
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  return { rows: page, total, 'next-cursor': last ? writeCursor(sort, positionOf(last, expressions.length)) : null };
}

function positionColumn(index: number): string {
  return index === 0 ? 'list-position' : `list-position-${index + 1}`;
}

function positionOf(row: unknown, length: number): string[] {
  const columns = row as Readonly<Record<string, string>>;
  return Array.from({ length }, (_, index) => columns[positionColumn(index)] ?? '');
}

async function countRows<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  const counted = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return (counted as unknown as { total: number }).total;
}

function writeCursor(sort: string, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([sort, ...position])).toString('base64url');
}

function readCursor(cursor: string, sort: string, length: number): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === length + 1 && parts[0] === sort) {
      const position: unknown[] = parts.slice(1);
      if (position.every((part) => typeof part === 'string' && !part.includes('\0'))) return position as string[];
    }
  } catch {
    // Not a valid cursor: refused below.
  }
  throw invalidCursor();
}

function invalidCursor() {
  return invalid('cursor', 'This cursor is not valid here. Start again from the first page.');
}

/** PostgreSQL's error class 'data exception' (appendix A). */
const dataException = /^22/;

/**
 * The sorts of a list by texts of its resource ({@link textsWith}), with the key as the last criterion.
 *
 * @param table the table, whose columns have the names of the texts
 */
export function textSorts(one: AnyResource, table: string, key: RawBuilder<unknown>): Sorts {
  return Object.fromEntries(
    textsWith(one, 'sorted').map((name) => {
      const { sorted } = one.fields[name] as unknown as TextField;
      const order = sorted === 'by beginning' ? byBeginning : byName;
      return [name, [order(`${table}.${name}`), key]];
    }),
  );
}

/** Orders by a text with a Unicode collation that ignores case. */
export function byName(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} collate "name-order"`;
}

/** Orders by the first 200 characters of a long text: neither an index entry nor a cursor could hold all of it. */
export function byBeginning(column: string): RawBuilder<unknown> {
  return sql`left(${sql.ref(column)}, 200) collate "name-order"`;
}
