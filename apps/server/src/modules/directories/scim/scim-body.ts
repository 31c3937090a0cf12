import { forbiddenInLine } from '@keyhold/contract';
import type * as z from 'zod';
import { externalIdLimit, pathLimit, requireBounded } from './scim-bounds.ts';
import { scimInvalid } from './scim-problem.ts';

/** The attributes of a JSON object by lower-case name: names are case-insensitive (RFC 7643, section 2.1). */
export type Fields = ReadonlyMap<string, unknown>;

/**
 * The attributes of a body, or of a value in it.
 *
 * @throws {ProblemError} 400 `invalidSyntax` when it is not an object
 */
export function fieldsOf(value: unknown, what = 'The request body'): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw scimInvalid('invalidSyntax', `${what} must be a JSON object.`);
  }
  return new Map(
    Object.entries(value).map(([name, field]) => {
      requireBounded(name, pathLimit, 'The name of an attribute');
      return [name.toLowerCase(), field];
    }),
  );
}

/** A list of values: a single one counts as a list, as some directories send it. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * Parses a value with a schema of the contract.
 *
 * @throws {ProblemError} 400 `invalidValue` with the sentence of the schema, or the given one
 */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown, sentence?: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw scimInvalid('invalidValue', sentence ?? result.error.issues[0]?.message ?? 'This value is not valid.');
}

/** @throws {ProblemError} 400 `invalidValue` */
export function externalIdOf(value: unknown): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= externalIdLimit && !forbiddenInLine.test(value)) return value;
  throw scimInvalid('invalidValue', `externalId is a text of at most ${externalIdLimit} characters.`);
}

/** Some directories send booleans as texts, such as "False". Null for any other value. */
export function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > 'false'.length || !/^(true|false)$/i.test(value)) return null;
  return value.toLowerCase() === 'true';
}
