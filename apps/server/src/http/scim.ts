import { directoryAction, directoryPath, permits } from '@keyhold/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { scopeOf } from '../access/guards.ts';
import { requireReleased } from '../access/managed.ts';
import { type Database, inTransaction, readOnly, type Transaction } from '../db/database.ts';
import { isOutcomeUnknown, isUnavailable, uniquenessProblem } from '../db/errors.ts';
import { notingCommits } from '../db/noted-commits.ts';
import { forbidden, notFound, ProblemError } from '../problem.ts';
import type { Services } from '../services.ts';
import { callerOf } from './bind.ts';
import { refuse } from './failures.ts';
import { acceptJsonOnly, bodyLimits } from './input.ts';
import { isCached } from './reply.ts';

/** The input of a SCIM request. */
export interface ScimRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
}

/** The reply to a SCIM request. */
export interface ScimReply {
  readonly status: number;
  readonly body?: object;
  /** The entity tag of the resource that was read or changed. */
  readonly version?: string | undefined;
  /** The address of the resource that was read or changed. */
  readonly location?: string;
}

/** Executes one call within one transaction. */
export type ScimOperation = (tx: Transaction, directory: Actor, request: ScimRequest) => Promise<ScimReply>;

/** Executes one call that needs several transactions. */
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

/** A directory's change that was refused. */
export interface Refusal {
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
  readonly error: ProblemError;
}

/** Every SCIM call, and the function that records refused changes. */
export interface ScimCalls {
  readonly calls: readonly ScimCall[];
  noteRefusal(db: Database, directory: Actor, refusal: Refusal): Promise<void>;
}

const mediaTypes = ['application/scim+json', 'application/json'];

/**
 * Binds the calls of SCIM 2.0 (RFC 7644). They are not calls of the contract: path, methods, media type and errors are
 * those of the standard. Hooks, limits, authentication and transactions are those of every call.
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

/** Binds a call: 401 without a token, 403 unless the bearer is a directory, then the call's own errors. */
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
      if (isUnavailable(error) || isOutcomeUnknown(error)) throw error;
      // Authenticate again: the cached directory may be outdated, and a refusal must not depend on it.
      return run(await authenticate(request));
    }
  }

  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call: { name, path, access: { kind: 'action', action: directoryAction }, answers: 'json' } },
    bodyLimit: bodyLimits.signedIn,
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
            : await notingCommits(services, (noting) =>
                execute.procedure(noting, requestOf(request), () => authenticate(request)),
              );
        return sendScim(request, reply, answer);
      } catch (error) {
        await noteRefusal(services, scim, request, error);
        throw error;
      }
    },
  });
}

/**
 * Executes an operation in its own transaction.
 *
 * @throws {ProblemError} for a violated uniqueness constraint, as for every other refusal
 */
export async function executeScim(
  db: Database,
  directory: Actor,
  method: ScimCall['method'],
  work: (tx: Transaction) => Promise<ScimReply>,
): Promise<ScimReply> {
  try {
    if (method === 'GET') return await readOnly(db, scopeOf(directory), work);
    return await inTransaction(db, scopeOf(directory), async (tx) => {
      await requireReleased(tx, directory);
      return work(tx);
    });
  } catch (error) {
    throw uniquenessProblem(error) ?? error;
  }
}

function isDirectory(bearer: Actor): boolean {
  return bearer.isServiceAccount === true && permits(bearer.policies, directoryAction);
}

/** A directory acts in its own account only, whatever other rights it has. */
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
    request.log.warn({ err: reason }, 'A refused request of a directory could not be recorded.');
  });
}

/** Whether an error refuses the request itself, rather than reporting that the server cannot execute it now. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status < 500;
}

function sendScim(request: FastifyRequest, reply: FastifyReply, { status, body, version, location }: ScimReply) {
  if (version !== undefined) reply.header('etag', version);
  if (location !== undefined) reply.header('location', location);
  reply.header('cache-control', 'private, no-cache');
  // Versions are compared weakly (RFC 9110, section 13.1.2).
  if (version !== undefined && isCached(request, version.replace('W/', ''))) return reply.code(304).send();
  if (body === undefined) return reply.code(status).send();
  return reply.code(status).header('content-type', 'application/scim+json; charset=utf-8').send(JSON.stringify(body));
}

/** Sends an error in the standard's format (RFC 7644, section 3.12). */
function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refuse(error, request, reply);
  return sendScim(request, reply, { status: refusal.status, body: scimError(refusal) });
}

/** The standard's keywords for this product's codes (RFC 7644, table 9). */
const keywords: Readonly<Record<string, string>> = {
  'email-domain-taken': 'uniqueness',
  'email-taken': 'uniqueness',
  'tag-name-taken': 'uniqueness',
  'invalid-json': 'invalidSyntax',
};

/** A refusal in SCIM's format. */
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
