import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ScimReply } from '../../../http/scim.ts';
import { type Attributes, attributeAt, compileFilter } from './filter/compile-filter.ts';
import { parseFilter, parsePath } from './filter/parse-filter.ts';
import { pathLimit, requireBounded } from './scim-bounds.ts';
import { scimInvalid } from './scim-problem.ts';

/** Maximum number of resources of a page. */
export const maxOfPage = 1_000;
/** Default number of resources of a page. */
const usualPage = 100;

/** The parameters of a list request (RFC 7644, section 3.4.2). */
interface ListQuery {
  readonly condition: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  /** Number of resources before the page. */
  readonly skipped: number;
  readonly limit: number;
}

/**
 * Reads filter, order and page of a list, all of which the database executes.
 *
 * @param id the column that makes any order unique
 * @throws {ProblemError} 400
 */
export function listQueryOf(
  query: Readonly<Record<string, unknown>>,
  attributes: Attributes,
  id: RawBuilder<unknown>,
): ListQuery {
  const { filter, sortBy, sortOrder, count } = query;
  const startIndex = wholeNumber(query['startIndex'], 1, 'startIndex');
  if (startIndex > farthest) throw scimInvalid('invalidValue', `startIndex must be at most ${farthest}.`);
  const parsed = filter === undefined || filter === '' ? null : parseFilter(textOf(filter, 'filter'));
  return {
    condition: parsed ? compileFilter(parsed, attributes) : sql<boolean>`true`,
    order: orderOf(sortBy, sortOrder, attributes, id),
    // A startIndex below 1 counts as 1, and a count below 0 as 0 (RFC 7644, table 6).
    skipped: Math.max(1, startIndex) - 1,
    limit: Math.min(maxOfPage, Math.max(0, wholeNumber(count, usualPage, 'count'))),
  };
}

function orderOf(sortBy: unknown, sortOrder: unknown, attributes: Attributes, id: RawBuilder<unknown>) {
  if (sortBy === undefined || sortBy === '') return sql`${id}`;
  const { attribute, among, sub } = parsePath(textOf(sortBy, 'sortBy'));
  const found = among ? undefined : attributeAt(sub === null ? attribute : `${attribute}.${sub}`, attributes);
  if (!found || found.kind === 'ids') throw scimInvalid('invalidPath', 'This list cannot be sorted by that.');
  const descending = isDescending(textOf(sortOrder ?? '', 'sortOrder').toLowerCase());
  const key = found.kind === 'text' && !found.exact ? sql`(${found.sql}) collate "name-order"` : found.sql;
  return descending ? sql`${key} desc nulls last, ${id} desc` : sql`${key} nulls last, ${id}`;
}

function isDescending(order: string): boolean {
  if (['', 'ascending', 'descending'].includes(order)) return order === 'descending';
  throw scimInvalid('invalidValue', 'sortOrder must be ascending or descending.');
}

function textOf(value: unknown, name: string): string {
  requireBounded(value, pathLimit, name);
  if (typeof value === 'string') return value;
  throw scimInvalid('invalidSyntax', `${name} is given more than once.`);
}

/** Longest number in a query, in characters. */
const numberLimit = 16;
/** Largest startIndex. */
const farthest = 10_000_000;

function wholeNumber(value: unknown, usual: number, name: string): number {
  if (value === undefined || value === '') return usual;
  requireBounded(value, numberLimit, name);
  const number = Number(value);
  if (!Number.isInteger(number)) throw scimInvalid('invalidValue', `${name} must be a whole number.`);
  return number;
}

/** A list in the format of SCIM. */
export function listReply(
  resources: readonly object[],
  { skipped }: Pick<ListQuery, 'skipped'>,
  total: number,
): ScimReply {
  return {
    status: 200,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: total,
      startIndex: skipped + 1,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  };
}
