import { directoryAction, directoryPath, permits } from '@keyhold/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { scopeOf } from '../access/guards.ts';
import { type Database, inTransaction, reading, type Transaction } from '../db/database.ts';
import { isUnavailable, uniquenessProblem } from '../db/errors.ts';
import { forbidden, notFound, type ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';
import { callerOf } from './bind.ts';
import { refuse } from './failures.ts';
import { acceptJsonOnly } from './input.ts';

/** What a request of a directory says. */
export interface ScimRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** The reply to a request of a directory. */
export interface ScimReply {
  readonly status: number;
  readonly body?: object;
  /** The entity tag of what was read or changed. */
  readonly version?: string | undefined;
  /** The address of what was read or changed. */
  readonly location?: string;
}

/** Work of one call within one transaction. */
export type ScimOperation = (tx: Transaction, directory: Actor, request: ScimRequest) => Promise<ScimReply>;

/** Work of one call that needs several transactions. */
export type ScimProcedure = (
  services: Services,
  request: ScimRequest,
  /** Reads the directory and its rights again. */
  authorize: () => Promise<Actor>,
) => Promise<ScimReply>;

/** A call of SCIM 2.0. */
export interface ScimCall {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the base address, its parameters in braces: `/Users/{id}`. */
  readonly path: string;
  readonly execute: ScimOperation | { readonly procedure: ScimProcedure };
}

/** A change that a directory was refused. */
export interface Refusal {
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
  readonly error: ProblemError;
}

/** Every call of SCIM, and what keeps what was refused. */
export interface ScimCalls {
  readonly calls: readonly ScimCall[];
  noteRefusal(db: Database, directory: Actor, refusal: Refusal): Promise<void>;
}

const mediaTypes = ['application/scim+json', 'application/json'];

/**
 * Binds the calls of SCIM 2.0 (RFC 7644). They are no calls of the contract: path, methods, media type and errors are the
 * standard's. Hooks, limits, authentication and transactions are those of every call.
 */
export function bindScim(app: FastifyInstance, services: Services, scim: ScimCalls): void {
  app.register(
    async (scope) => {
      acceptJsonOnly(scope, mediaTypes);
      scope.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply));
      scope.setNotFoundHandler((request, reply) => answerFailure(notFound() as Error as FastifyError, request, reply));
      for (const call of scim.calls) bindScimCall(scope, services, scim, call);
    },
    { prefix: directoryPath },
  );
}

/** Binds a call: 401 without a token, 403 unless its bearer is a directory, then what the call itself refuses. */
function bindScimCall(app: FastifyInstance, services: Services, scim: ScimCalls, call: ScimCall): void {
  const { authenticator, db } = services;
  const { name, method, path, execute } = call;

  async function authenticate(request: FastifyRequest): Promise<Actor> {
    const bearer = await authenticator.authenticate(callerOf(request, services), request.headers.authorization);
    request.actor = bearer;
    if (!isDirectory(bearer)) throw forbidden();
    return inOwnAccount(bearer);
  }

  async function executeOperation(operation: ScimOperation, request: FastifyRequest): Promise<ScimReply> {
    const { actor } = request;
    const asked = requestOf(request);
    const run = (directory: Actor) => executeScim(db, directory, method, (tx) => operation(tx, directory, asked));
    if (!actor?.cachedSession) return run(await authenticate(request));
    try {
      return await run(inOwnAccount(actor));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // As they are now: what was cached may be outdated, and a refusal must not rest on it.
      return run(await authenticate(request));
    }
  }

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: { name, path, access: { kind: 'action', action: directoryAction }, answers: 'json' } },
    onRequest: async (request) => {
      const cached = authenticator.cached(callerOf(request, services), request.headers.authorization);
      if (cached && isDirectory(cached)) request.actor = cached;
      else await authenticate(request);
    },
    handler: async (request, reply) => {
      try {
        const answer =
          typeof execute === 'function'
            ? await executeOperation(execute, request)
            : await execute.procedure(services, requestOf(request), () => authenticate(request));
        return sendScim(request, reply, answer);
      } catch (error) {
        await noteRefusal(services, scim, request, error);
        throw error;
      }
    },
  });
}

/**
 * Executes an operation in a transaction of its own.
 *
 * @throws {ProblemError} with what broke a rule of uniqueness, as with every other refusal
 */
export async function executeScim(
  db: Database,
  directory: Actor,
  method: ScimCall['method'],
  work: (tx: Transaction) => Promise<ScimReply>,
): Promise<ScimReply> {
  try {
    return await (method === 'GET' ? reading : inTransaction)(db, scopeOf(directory), work);
  } catch (error) {
    throw uniquenessProblem(error) ?? error;
  }
}

function isDirectory(bearer: Actor): boolean {
  return bearer.isServiceAccount === true && permits(bearer.policies, directoryAction);
}

/** A directory acts in its own account only, whatever else its rights are. */
function inOwnAccount(bearer: Actor): Actor {
  return { ...bearer, crossesAccounts: false };
}

function requestOf(request: FastifyRequest): ScimRequest {
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    ifMatch: request.headers['if-match'],
  };
}

async function noteRefusal(services: Services, scim: ScimCalls, request: FastifyRequest, error: unknown) {
  const { actor, method, url, body } = request;
  if (!actor || !isDirectory(actor) || !isRefusal(error) || method === 'GET' || method === 'HEAD') return;
  const target = url.slice(directoryPath.length).split('?')[0] ?? '';
  await scim.noteRefusal(services.db, actor, { method, target, body, error }).catch((reason: unknown) => {
    request.log.warn({ err: reason }, 'What a directory was refused could not be noted.');
  });
}

/** Whether an error says that a request cannot be done, and not that the server could not do it now. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError' && 'status' in error && Number(error.status) < 500;
}

function sendScim(request: FastifyRequest, reply: FastifyReply, { status, body, version, location }: ScimReply) {
  if (version !== undefined) reply.header('etag', version);
  if (location !== undefined) reply.header('location', location);
  reply.header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (version !== undefined && request.method === 'GET' && known?.split(',').some((tag) => tag.trim() === version)) {
    return reply.code(304).send();
  }
  if (body === undefined) return reply.code(status).send();
  return reply.code(status).header('content-type', 'application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

/** Answers in the standard's own shape (RFC 7644, section 3.12). */
function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refuse(error, request, reply);
  return sendScim(request, reply, { status: refusal.status, body: scimError(refusal) });
}

/** The keywords of the standard for codes of ours (RFC 7644, table 9). */
const keywords: Readonly<Record<string, string>> = {
  'email-taken': 'uniqueness',
  'tag-name-taken': 'uniqueness',
  'invalid-json': 'invalidSyntax',
};

/** A refusal in SCIM's own shape. */
export function scimError({ status, problems, details }: Pick<ProblemError, 'status' | 'problems' | 'details'>) {
  const usual = status === 400 ? 'invalidValue' : undefined;
  const keyword = details['scimType'] ?? keywords[problems[0].code] ?? usual;
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(keyword === undefined ? {} : { scimType: keyword }),
    detail: problems[0].message,
  };
}
