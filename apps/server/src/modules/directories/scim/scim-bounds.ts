import { emailLimit, nameLimit, rawLimit } from '@keyhold/contract';
import { scimInvalid } from './scim-problem.ts';

/** Longest filter or path, in characters. */
export const pathLimit = 4_000;
/** Longest external id, in characters. */
export const externalIdLimit = 256;
/** Deepest nesting of a body, far beyond what the standard needs. */
const deepest = 12;

/** The longest texts of attributes, in characters, by the last part of their path in lower case. */
const limits: Readonly<Record<string, number>> = {
  username: emailLimit,
  // The address of an email, or the id of a member.
  value: emailLimit,
  givenname: nameLimit,
  familyname: nameLimit,
  // A first and a last name.
  displayname: 2 * nameLimit + 1,
  formatted: 2 * nameLimit + 1,
  title: nameLimit,
  externalid: externalIdLimit,
  active: nameLimit,
  type: nameLimit,
  primary: nameLimit,
  op: nameLimit,
};

/** Attributes of the standard that are not stored. They are ignored, because directories send them by default. */
export const passedOver: ReadonlySet<string> = new Set([
  'password',
  'nickname',
  'profileurl',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
  'schemas',
]);

/** @throws {ProblemError} 400 `invalidValue` when a text is too long to be looked at */
export function requireBounded(text: unknown, limit: number, name: string): void {
  if (typeof text !== 'string' || text.length <= rawLimit(limit)) return;
  throw scimInvalid('invalidValue', `${name} has at most ${limit} characters.`);
}

/**
 * Rejects a body with a text that is too long to be looked at, or nested deeper than {@link deepest}. The values of
 * ignored attributes may be of any length.
 *
 * @throws {ProblemError} 400
 */
export function requireBoundedBody(value: unknown, depth = 0, attribute = ''): void {
  requireBounded(value, limits[attribute] ?? pathLimit, attribute || 'A text');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= deepest) throw scimInvalid('invalidSyntax', `The request body is nested more than ${deepest} times.`);
  if (Array.isArray(value)) {
    for (const part of value) requireBoundedBody(part, depth + 1, attribute);
    return;
  }
  for (const [name, part] of Object.entries(value)) {
    requireBounded(name, pathLimit, 'The name of an attribute');
    const own = lastOf(name);
    // The value of an operation in a PATCH is that of its path.
    const named = own === 'value' && 'path' in value ? pathOf(value.path) : own;
    if (!passedOver.has(named)) requireBoundedBody(part, depth + 1, named);
  }
}

function pathOf(path: unknown): string {
  requireBounded(path, pathLimit, 'A path');
  return typeof path === 'string' ? lastOf(path) : 'value';
}

/** The last part of a path in lower case: `givenname` of `name.givenName`, `emails` of `emails[type eq "work"]`. */
function lastOf(path: string): string {
  const [attribute = ''] = path.toLowerCase().split('[', 1);
  const sub = path.slice(path.lastIndexOf(']') + 1).toLowerCase();
  const last = sub.startsWith('.') ? sub : attribute;
  return last.slice(Math.max(last.lastIndexOf('.'), last.lastIndexOf(':')) + 1);
}
