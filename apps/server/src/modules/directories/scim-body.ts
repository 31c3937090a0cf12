import { scimInvalid } from './scim-problem.ts';

/** Deepest nesting of a body, far beyond what the standard needs. */
const deepest = 12;

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
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

/**
 * Rejects a body that is nested deeper than {@link deepest}.
 *
 * @throws {ProblemError} 400 `invalidSyntax`
 */
export function requireShallow(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw scimInvalid('invalidSyntax', `The request body is nested more than ${deepest} times.`);
  for (const part of Object.values(value)) requireShallow(part, depth + 1);
}

/** A list of values: a single one counts as a list, as some directories send it. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
