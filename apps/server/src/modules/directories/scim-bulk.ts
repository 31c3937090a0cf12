import { rawLimit } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import {
  executeScim,
  isRefusal,
  type ScimCall,
  type ScimProcedure,
  type ScimReply,
  scimError,
} from '../../http/scim.ts';
import { conflict, notFound, ProblemError } from '../../problem.ts';
import type { Services } from '../../services.ts';
import { type Fields, fieldsOf, listOf } from './scim/scim-body.ts';
import { pathLimit, requireBounded, requireBoundedBody } from './scim/scim-bounds.ts';
import { scimInvalid } from './scim/scim-problem.ts';
import { noteRefusal } from './scim/scim-refusals.ts';
import { addressOf } from './scim/scim-resource.ts';

/** Maximum number of operations in a bulk request. */
export const maxBulkOperations = 1_000;

/** Longest text of an operation besides its data, in characters. */
const bulkTextLimit = 500;

/** An operation as sent. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly bulkId: string | null;
  readonly version: string | undefined;
  readonly data: unknown;
  /** The `bulkId`s of the operations that it refers to. */
  readonly needs: ReadonlySet<string>;
}

/** The result of an operation. */
interface Done {
  readonly status: number;
  readonly reply?: ScimReply;
  readonly refusal?: ProblemError;
}

/** The execution of one bulk request. */
interface Run {
  readonly services: Services;
  readonly calls: readonly ScimCall[];
  readonly done: Map<Asked, Done>;
  /** The ids of created resources, by `bulkId`. */
  readonly created: Map<string, string>;
}

/** Number of operations between two checks of the directory's rights. */
const chunk = 10;

/**
 * Executes the operations of a bulk request (RFC 7644, section 3.7) in order, each in its own transaction, so that a
 * refused one does not undo others. An operation that refers to a later one by its `bulkId` waits for it; operations
 * that refer to each other cannot be executed.
 *
 * @param calls the calls that an operation may be
 */
export function bulkOf(calls: readonly ScimCall[]): ScimProcedure {
  return async (services, { body }, authorize) => {
    const fields = fieldsOf(body);
    const asked = operationsIn(fields);
    const failOnErrors = Number(fields.get('failonerrors') ?? 0);
    if (!Number.isInteger(failOnErrors)) throw scimInvalid('invalidValue', 'failOnErrors must be a whole number.');
    const maxErrors = failOnErrors > 0 ? failOnErrors : Number.POSITIVE_INFINITY;
    const run: Run = { services, calls, done: new Map(), created: new Map() };
    await executeAll(run, asked, maxErrors, authorize);
    return { status: 200, body: reportOf(run, asked) };
  };
}

/** @throws {ProblemError} 400 */
function operationsIn(fields: Fields): Asked[] {
  const operations = listOf(fields.get('operations'));
  if (operations.length === 0) throw scimInvalid('invalidSyntax', 'Operations are missing.');
  if (operations.length > maxBulkOperations) {
    // The response that the standard specifies (RFC 7644, section 3.7.4).
    const message = `A bulk request has at most ${maxBulkOperations} operations.`;
    throw new ProblemError(413, [{ code: 'too-large', message }]);
  }
  const asked = operations.map((operation) => askedIn(fieldsOf(operation, 'An operation')));
  const named = asked.flatMap(({ bulkId }) => bulkId ?? []);
  if (new Set(named).size < named.length) throw scimInvalid('invalidValue', 'Each bulkId must be another one.');
  return asked;
}

function askedIn(fields: Fields): Asked {
  const [method, path, bulkId, version, data] = ['method', 'path', 'bulkid', 'version', 'data'].map((name) =>
    fields.get(name),
  );
  if (typeof method !== 'string' || typeof path !== 'string') {
    throw scimInvalid('invalidSyntax', 'An operation has a method and a path.');
  }
  if (bulkId !== undefined && typeof bulkId !== 'string') throw scimInvalid('invalidSyntax', 'A bulkId is a text.');
  for (const [name, text] of Object.entries({ method, path, bulkId, version }))
    requireBounded(text, bulkTextLimit, name);
  requireBoundedBody(data);
  const needs = new Set([...referencesIn(data), ...referencesIn(path)]);
  return {
    method: method.toUpperCase(),
    path,
    bulkId: bulkId ?? null,
    version: typeof version === 'string' ? version : undefined,
    data,
    needs,
  };
}

const reference = /bulkId:([^/"\]]+)/g;

function referencesIn(value: unknown): string[] {
  if (typeof value === 'string') return isRead(value) ? [...value.matchAll(reference)].map(([, id]) => id ?? '') : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** Whether a text is looked at: the values of ignored attributes may be longer. */
function isRead({ length }: string): boolean {
  return length <= rawLimit(pathLimit);
}

/** Executes the operations of one request until there are as many errors as the request accepts. */
async function executeAll(run: Run, asked: readonly Asked[], maxErrors: number, authorize: () => Promise<Actor>) {
  let directory = await authorize();
  const later = new Set(asked.flatMap(({ method, bulkId }) => (method === 'POST' && bulkId ? [bulkId] : [])));
  let waiting = asked;
  let errors = 0;
  while (waiting.length > 0) {
    const before = waiting.length;
    const still: Asked[] = [];
    for (const one of waiting) {
      if (errors >= maxErrors) return;
      if ([...one.needs].some((id) => later.has(id))) {
        still.push(one);
        continue;
      }
      if (run.done.size > 0 && run.done.size % chunk === 0) directory = await authorize();
      const result = await execute(run, directory, one);
      run.done.set(one, result);
      if (result.refusal) errors += 1;
      if (one.bulkId) later.delete(one.bulkId);
    }
    waiting = still;
    // The remaining operations wait for each other.
    if (waiting.length === before) later.clear();
  }
}

async function execute(run: Run, directory: Actor, one: Asked): Promise<Done> {
  try {
    const reply = await send(run, directory, one);
    const id = (reply.body as { readonly id?: unknown } | undefined)?.id;
    if (one.method === 'POST' && one.bulkId && typeof id === 'string') run.created.set(one.bulkId, id);
    return { status: reply.status, reply };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { method, path: target, data: body } = one;
    await noteRefusal(run.services.db, directory, { method, target, body, error });
    return { status: error.status, refusal: error };
  }
}

async function send({ services, calls, created }: Run, directory: Actor, one: Asked): Promise<ScimReply> {
  const path = resolve(one.path, created);
  const found = calls.flatMap((call) => {
    const params = call.method === one.method ? paramsIn(call.path, path) : null;
    return params && typeof call.execute === 'function' ? [{ execute: call.execute, method: call.method, params }] : [];
  })[0];
  if (!found) throw notFound();
  const { execute, method, params } = found;
  const request = { params, query: {}, body: resolved(one.data, created), ifMatch: one.version };
  return executeScim(services.db, directory, method, (tx) => execute(tx, directory, request));
}

function resolve(text: string, created: Run['created']): string {
  return text.replace(reference, (_, bulkId: string) => {
    const id = created.get(bulkId);
    if (id === undefined) throw conflict('invalid', `Nothing was made with the bulkId ${bulkId.slice(0, 100)}.`);
    return id;
  });
}

function resolved(value: unknown, created: Run['created']): unknown {
  if (typeof value === 'string') return isRead(value) ? resolve(value, created) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => resolved(part, created));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, created)]));
}

/** The results, in the order of the request. */
function reportOf(run: Run, asked: readonly Asked[]): object {
  const done = asked.flatMap((one) => {
    const result = run.done.get(one);
    return result ? [{ one, result }] : [];
  });
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
    Operations: done.map(({ one, result: { status, reply, refusal } }) => ({
      method: one.method,
      ...(one.bulkId === null ? {} : { bulkId: one.bulkId }),
      ...(reply?.version === undefined ? {} : { version: reply.version }),
      ...locationOf(run, one, reply),
      status: String(status),
      ...(refusal ? { response: scimError(refusal) } : {}),
    })),
  };
}

/** The address of the resource, except of one that was not created (RFC 7644, section 3.7.3). */
function locationOf({ services, created }: Run, { method, path }: Asked, reply?: ScimReply): { location?: string } {
  if (method === 'POST') return reply?.location === undefined ? {} : { location: reply.location };
  const resolved = path.replace(reference, (text, bulkId: string) => created.get(bulkId) ?? text);
  return { location: addressOf(services.installation, resolved) };
}

/** The parameters of a path, or null when it does not match the pattern. */
function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = text;
    else if (part !== text) return null;
  }
  return params;
}
