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
import { noteRefusal } from './failures.ts';
import { type Fields, fieldsOf, listOf, requireShallow } from './scim-body.ts';
import { scimInvalid } from './scim-problem.ts';
import { addressOf } from './scim-resource.ts';

/** Maximum number of operations in a bulk request. */
export const maxBulkOperations = 1_000;

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
    const run = new Run(services, calls, asked, failOnErrors > 0 ? failOnErrors : Number.POSITIVE_INFINITY);
    await run.execute(authorize);
    return { status: 200, body: run.report() };
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
  requireShallow(data);
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
  if (typeof value === 'string') return [...value.matchAll(reference)].map(([, id]) => id ?? '');
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** The execution of one bulk request. */
class Run {
  readonly #services: Services;
  readonly #calls: readonly ScimCall[];
  readonly #asked: readonly Asked[];
  readonly #maxErrors: number;
  readonly #done = new Map<Asked, Done>();
  /** The ids of created resources, by `bulkId`. */
  readonly #created = new Map<string, string>();
  #errors = 0;

  constructor(services: Services, calls: readonly ScimCall[], asked: readonly Asked[], maxErrors: number) {
    this.#services = services;
    this.#calls = calls;
    this.#asked = asked;
    this.#maxErrors = maxErrors;
  }

  async execute(authorize: () => Promise<Actor>): Promise<void> {
    let directory = await authorize();
    const later = new Set(this.#asked.flatMap(({ method, bulkId }) => (method === 'POST' && bulkId ? [bulkId] : [])));
    let waiting = [...this.#asked];
    while (waiting.length > 0) {
      const before = waiting.length;
      const still: Asked[] = [];
      for (const one of waiting) {
        if (this.#errors >= this.#maxErrors) return;
        if ([...one.needs].some((id) => later.has(id))) {
          still.push(one);
          continue;
        }
        if (this.#done.size > 0 && this.#done.size % chunk === 0) directory = await authorize();
        await this.#one(directory, one);
        if (one.bulkId) later.delete(one.bulkId);
      }
      waiting = still;
      // The remaining operations wait for each other.
      if (waiting.length === before) later.clear();
    }
  }

  /** The results, in the order of the request. */
  report(): object {
    const done = this.#asked.flatMap((one) => {
      const result = this.#done.get(one);
      return result ? [{ one, result }] : [];
    });
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
      Operations: done.map(({ one, result: { status, reply, refusal } }) => ({
        method: one.method,
        ...(one.bulkId === null ? {} : { bulkId: one.bulkId }),
        ...(reply?.version === undefined ? {} : { version: reply.version }),
        ...this.#locationOf(one, reply),
        status: String(status),
        ...(refusal ? { response: scimError(refusal) } : {}),
      })),
    };
  }

  /** The address of the resource, except of one that was not created (RFC 7644, section 3.7.3). */
  #locationOf({ method, path }: Asked, reply: ScimReply | undefined): { readonly location?: string } {
    if (method === 'POST') return reply?.location === undefined ? {} : { location: reply.location };
    const resolved = path.replace(reference, (text, bulkId: string) => this.#created.get(bulkId) ?? text);
    return { location: addressOf(this.#services.installation, resolved) };
  }

  async #one(directory: Actor, one: Asked): Promise<void> {
    try {
      const reply = await this.#send(directory, one);
      const id = (reply.body as { readonly id?: unknown } | undefined)?.id;
      if (one.method === 'POST' && one.bulkId && typeof id === 'string') this.#created.set(one.bulkId, id);
      this.#done.set(one, { status: reply.status, reply });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#errors += 1;
      this.#done.set(one, { status: error.status, refusal: error });
      const { method, path: target, data: body } = one;
      await noteRefusal(this.#services.db, directory, { method, target, body, error });
    }
  }

  async #send(directory: Actor, one: Asked): Promise<ScimReply> {
    const path = this.#resolve(one.path);
    const found = this.#calls.flatMap((call) => {
      const params = call.method === one.method ? paramsIn(call.path, path) : null;
      return params && typeof call.execute === 'function'
        ? [{ execute: call.execute, method: call.method, params }]
        : [];
    })[0];
    if (!found) throw notFound();
    const { execute, method, params } = found;
    const request = { params, query: {}, body: this.#resolved(one.data), ifMatch: one.version };
    return executeScim(this.#services.db, directory, method, (tx) => execute(tx, directory, request));
  }

  #resolve(text: string): string {
    return text.replace(reference, (_, bulkId: string) => {
      const id = this.#created.get(bulkId);
      if (id === undefined) throw conflict('invalid', `Nothing was made with the bulkId ${bulkId.slice(0, 100)}.`);
      return id;
    });
  }

  #resolved(value: unknown): unknown {
    if (typeof value === 'string') return this.#resolve(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((part) => this.#resolved(part));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.#resolved(part)]));
  }
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
