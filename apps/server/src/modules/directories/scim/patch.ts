import { type Path, parsePath } from './filter/parse-filter.ts';
import { type Fields, fieldsOf, listOf } from './scim-body.ts';
import { requireBoundedBody } from './scim-bounds.ts';
import { scimInvalid } from './scim-problem.ts';

/** A step of a PATCH (RFC 7644, section 3.5.2), for one attribute. */
export interface Step extends Path {
  readonly op: 'add' | 'replace' | 'remove';
  readonly value: unknown;
  /** Whether the path was explicit; an attribute of a value without a path may also be a read-only one. */
  readonly named: boolean;
  /** The keyword that refuses an attribute that does not exist: only a PATCH has paths (RFC 7644, table 9). */
  readonly keyword: NameKeyword;
}

type NameKeyword = 'invalidPath' | 'invalidSyntax';

/** Maximum number of operations in a PATCH. */
const most = 1_000;

/**
 * The steps of a PATCH. Without a path, each attribute of the value is a step, whose name may be a path, as Entra ID
 * sends it. Operation names are case-insensitive.
 *
 * @throws {ProblemError} 400
 */
export function stepsOf(body: unknown): Step[] {
  requireBoundedBody(body);
  const operations = listOf(fieldsOf(body).get('operations'));
  if (operations.length === 0) throw scimInvalid('invalidSyntax', 'Operations are missing.');
  if (operations.length > most) throw scimInvalid('tooMany', `A PATCH has at most ${most} operations.`);
  return operations.flatMap((operation) => stepsOfOne(fieldsOf(operation, 'An operation')));
}

function stepsOfOne(operation: Fields): Step[] {
  const named = operation.get('op');
  const op = (['add', 'replace', 'remove'] as const).find((one) => one === String(named).toLowerCase());
  if (!op) throw scimInvalid('invalidSyntax', 'op must be add, replace or remove.');
  const path = operation.get('path');
  const value = operation.get('value');
  if (op !== 'remove' && value === undefined) throw scimInvalid('invalidValue', `The value of ${op} is missing.`);
  if (typeof path === 'string' && path !== '') {
    return [{ op, value, named: true, keyword: 'invalidPath', ...parsePath(path) }];
  }
  if (path !== undefined && path !== null && path !== '') throw scimInvalid('invalidPath', 'A path must be a text.');
  if (op === 'remove') throw scimInvalid('noTarget', 'A removal must say by its path what to remove.');
  return stepsOfValue(op, value, 'invalidPath');
}

/** The attributes of a whole resource, as steps. */
export function stepsOfResource(op: 'add' | 'replace', resource: unknown): Step[] {
  return stepsOfValue(op, resource, 'invalidSyntax');
}

function stepsOfValue(op: 'add' | 'replace', value: unknown, keyword: NameKeyword): Step[] {
  requireBoundedBody(value);
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
  if (!object) throw scimInvalid('invalidSyntax', 'The value of an operation without a path must be a JSON object.');
  return object.flatMap(([name, part]) => {
    // The attributes of a whole schema are grouped under its name.
    if (/^urn:.*:(user|group)$/i.test(name)) return /:core:/i.test(name) ? stepsOfValue(op, part, keyword) : [];
    return [{ op, value: part, named: false, keyword, ...parsePath(name, keyword) }];
  });
}
