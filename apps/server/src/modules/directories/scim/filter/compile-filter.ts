import { rawLimit, timeLimit } from '@keyhold/contract';
import { planFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import * as z from 'zod';
import { fold } from '../../../../db/expressions.ts';
import { storedEmail } from '../../../../email-address.ts';
import { booleanOf } from '../scim-body.ts';
import { scimInvalid } from '../scim-problem.ts';
import type { ComparedValue, Comparison, Filter } from './parse-filter.ts';

/** How an attribute is represented in the database. */
export type Attribute =
  /** A text, which may be null; `exact` when it is case-sensitive. */
  | { readonly kind: 'text'; readonly sql: RawBuilder<unknown>; readonly exact?: true }
  /** An e-mail address, already folded. */
  | { readonly kind: 'email'; readonly sql: RawBuilder<unknown> }
  | { readonly kind: 'id' | 'boolean' | 'time'; readonly sql: RawBuilder<unknown> }
  /** One of several ids, such as those of a group's members. */
  | { readonly kind: 'ids'; readonly any: RawBuilder<unknown>; readonly has: (id: string) => RawBuilder<unknown> };

/** The attributes of a resource, by their path in lower case. */
export type Attributes = Readonly<Record<string, Attribute>>;

/**
 * Compiles a filter to an SQL condition that is true or false, never null. Values become parameters, and nothing else
 * of the filter becomes SQL.
 *
 * @throws {ProblemError} 400 `invalidFilter` for values that cannot be compared
 */
export function compileFilter(filter: Filter, attributes: Attributes): RawBuilder<boolean> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => compileFilter(part, attributes));
      return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
    case 'not':
      return sql<boolean>`not (${compileFilter(filter.part, attributes)})`;
    case 'present':
      return isPresent(attributeOf(filter.path, attributes));
    case 'compare':
      return compare(filter.path, attributeOf(filter.path, attributes), filter.by, filter.value);
    case 'among':
      return compileFilter(within(filter.path, filter.part, attributes), attributes);
  }
}

/** The attribute at a path, which is untrusted input. */
export function attributeAt(path: string, attributes: Attributes): Attribute | undefined {
  return Object.hasOwn(attributes, path) ? attributes[path] : undefined;
}

function attributeOf(path: string, attributes: Attributes): Attribute {
  const attribute = attributeAt(path, attributes);
  if (!attribute) throw scimInvalid('invalidFilter', `This list cannot be filtered by ${path.slice(0, 100)}.`);
  return attribute;
}

/** Converts a filter on values to one on the resource: a user has one address, and members are compared singly. */
function within(path: string, part: Filter, attributes: Attributes): Filter {
  if (part.kind === 'compare' || part.kind === 'present') return { ...part, path: `${path}.${part.path}` };
  if (part.kind === 'among' || attributeAt(path, attributes)?.kind === 'ids') throw onlyById(path);
  if (part.kind === 'not') return { kind: 'not', part: within(path, part.part, attributes) };
  return { ...part, parts: part.parts.map((one) => within(path, one, attributes)) };
}

function onlyById(path: string) {
  return scimInvalid('invalidFilter', `${path} can be compared by one value only, as in ${path}[value eq "…"].`);
}

function isPresent(attribute: Attribute): RawBuilder<boolean> {
  return attribute.kind === 'ids' ? sql<boolean>`${attribute.any}` : sql<boolean>`(${attribute.sql}) is not null`;
}

function compare(path: string, attribute: Attribute, by: Comparison, value: ComparedValue): RawBuilder<boolean> {
  if (by === 'ne') return sql<boolean>`not (${compare(path, attribute, 'eq', value)})`;
  if (value === null && by === 'eq') return sql<boolean>`not (${isPresent(attribute)})`;
  const refusal = scimInvalid('invalidFilter', `${path} cannot be compared by ${by} with this value.`);
  switch (attribute.kind) {
    case 'boolean': {
      const wanted = booleanOf(value);
      if (by !== 'eq' || wanted === null) throw refusal;
      return sql<boolean>`(${attribute.sql}) = ${wanted}::boolean`;
    }
    case 'time': {
      const moment = momentOf(value);
      const operator = orders[by];
      if (!operator || !Number.isFinite(moment) || Math.abs(moment) > latest) throw refusal;
      const column = sql`date_trunc('milliseconds', ${attribute.sql})`;
      return sql<boolean>`${column} ${operator} ${new Date(moment).toISOString()}::timestamptz`;
    }
    case 'id':
      if (typeof value !== 'string') throw refusal;
      if (by !== 'eq') return compareText(sql`(${attribute.sql})::text`, by, value);
      return isId(value) ? sql<boolean>`${attribute.sql} = ${planFor(value)}::uuid` : sql<boolean>`false`;
    case 'ids':
      if (by !== 'eq' || typeof value !== 'string') throw refusal;
      return isId(value) ? sql<boolean>`${attribute.has(value)}` : sql<boolean>`false`;
    case 'email':
      if (typeof value !== 'string') throw refusal;
      return compareText(attribute.sql, by, fold(sql<string>`${planFor(storedEmail(value))}::text`));
    case 'text':
      if (typeof value !== 'string') throw refusal;
      if (attribute.exact) return compareText(attribute.sql, by, value);
      return compareText(
        fold(sql<string>`${attribute.sql}`),
        by,
        fold(sql<string>`${planFor(value.normalize('NFC'))}::text`),
      );
  }
}

/** `Date.parse` alone would take February 30th for March 2nd. */
function momentOf(value: ComparedValue): number {
  return String(value).length <= rawLimit(timeLimit) && timeSchema.safeParse(value).success
    ? Date.parse(String(value))
    : Number.NaN;
}

/** An xsd:dateTime, whose offset is optional (RFC 7643, section 2.3.5), or a date. */
const timeSchema = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

/** The latest time that a comparison may name, in milliseconds since 1970: the end of the year 9999. */
const latest = 253_402_300_799_999;

/** Ids are compared case-sensitively. */
function isId(value: string): boolean {
  return isUuid(value) && value === value.toLowerCase();
}

const orders: Readonly<Partial<Record<Comparison, RawBuilder<unknown>>>> = {
  eq: sql`=`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function compareText(
  text: RawBuilder<unknown>,
  by: Comparison,
  value: string | RawBuilder<string>,
): RawBuilder<boolean> {
  const wanted = typeof value === 'string' ? sql`${planFor(value)}::text` : value;
  // A comparison with a missing value is false, not null. An index can still be used.
  return sql<boolean>`((${text}) is not null and ${comparisonOf(text, by, wanted)})`;
}

function comparisonOf(text: RawBuilder<unknown>, by: Comparison, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (by) {
    case 'co':
      return sql`strpos(${text}, ${wanted}) > 0`;
    case 'sw':
      return sql`starts_with(${text}, ${wanted})`;
    case 'ew':
      return sql`right(${text}, length(${wanted})) = ${wanted}`;
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return sql`(${text}) collate "C" ${orders[by]} (${wanted}) collate "C"`;
    default:
      return sql`${text} = ${wanted}`;
  }
}
