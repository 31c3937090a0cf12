import { type Call, calls, type OutputOf, type Warning } from '@keyhold/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Caller } from '../access/actor.ts';
import { hasAccess, requireAccess } from '../access/call-access.ts';
import { scopeOf } from '../access/guards.ts';
import { inTransaction, readOnly, type Transaction } from '../db/database.ts';
import { isOutcomeUnknown, isUnavailable } from '../db/errors.ts';
import { notingCommits } from '../db/noted-commits.ts';
import { connectionClosed, unauthenticated } from '../problem.ts';
import type { Services } from '../services.ts';
import { requireProof } from '../tokens/proof.ts';
import { conflictOf } from './conflict-of.ts';
import { once, onceInSteps } from './idempotency.ts';
import { bodyLimits, type CallName, type Calls, type Input, readInput, requireJson } from './input.ts';
import { entityTag, isCached, payloadText, sendJson, successBody } from './reply.ts';

/** Executes one call, or one of several similar calls, within one transaction. */
export type Operation<Name extends CallName> = (
  tx: Transaction,
  actor: Actor,
  input: Input<Name>,
) => Promise<OutputOf<Calls[Name]>>;

/** An {@link Operation} that returns a list whose length is cached. */
export type ListOperation<Name extends CallName> = OperationWith<Name, 'totals'>;

/** An {@link Operation} that may read in another transaction, which is rolled back. */
export type RehearsingOperation<Name extends CallName> = OperationWith<Name, 'db'>;

type OperationWith<Name extends CallName, Needed extends keyof Services> = (
  ...given: [...Parameters<Operation<Name>>, services: Pick<Services, Needed>]
) => ReturnType<Operation<Name>>;

/** Executes one call that needs more than one transaction, or slow work between two. */
export type Procedure<Name extends CallName> = (
  services: Services,
  actor: Actor,
  input: Input<Name>,
  context: CallContext,
) => Promise<OutputOf<Calls[Name]>>;

/** The caller's connection and rights during a long procedure. */
interface CallContext {
  /** Aborted when the caller disconnects before the reply. */
  readonly disconnected: AbortSignal;
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | string[] | undefined;
  /**
   * Reads the caller's session and rights again.
   *
   * @throws {ProblemError} 401 or 403 once they are lost, 499 when the caller has closed the connection
   */
  authorize(): Promise<Actor>;
}

/** The cookies of a request and of its reply, for calls that are bound to a browser or leave it a mark. */
export interface Cookies {
  /** The `Cookie` header. */
  readonly cookies: string | undefined;
  /** Adds a `Set-Cookie` header to the reply. */
  setCookie(cookie: string): void;
}

/** A {@link Procedure} without authentication. */
export type PublicProcedure<Name extends CallName> = (
  services: Services,
  caller: Caller,
  input: Input<Name>,
  context: Cookies,
) => Promise<OutputOf<Calls[Name]>>;

/** Executes one call that sends server-sent events: it takes over the reply. */
export type Stream<Name extends CallName> = (
  services: Services,
  actor: Actor,
  input: Input<Name>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/** The handler of a call: an operation, or an object that names its kind. */
export type Handler<Name extends CallName> =
  | OperationWith<Name, 'totals' | 'db'>
  | { readonly procedure: Procedure<Name> }
  /** A procedure that may get a cached actor, until it calls `authorize`. */
  | { readonly cachedProcedure: Procedure<Name> }
  | { readonly publicProcedure: PublicProcedure<Name> }
  | { readonly stream: Stream<Name> };

const otherStatus = Symbol('status');

/** Returns a success with a status other than the call's usual one: 200 if the resource already existed, 202 if it is awaited. */
export function withStatus<Payload extends object>(status: 200 | 201 | 202, payload: Payload): Payload {
  return Object.assign(payload, { [otherStatus]: status });
}

const otherWarnings = Symbol('warnings');

/** Returns a success with sentences about what follows from it. */
export function withWarnings<Payload extends object>(warnings: readonly Warning[], payload: Payload): Payload {
  return warnings.length === 0 ? payload : Object.assign(payload, { [otherWarnings]: warnings });
}

/** The warnings of a success ({@link withWarnings}). */
export function warningsOf(payload: object): readonly Warning[] {
  return (payload as { [otherWarnings]?: readonly Warning[] })[otherWarnings] ?? [];
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The call that a route serves: one of the contract, or of a standard protocol. */
    call?: Pick<Call, 'name' | 'path' | 'access' | 'answers'>;
  }
}

/** Binds every call of the contract to its handler. */
export function bindCalls(
  app: FastifyInstance,
  services: Services,
  handlers: { readonly [Name in CallName]: Handler<Name> },
): void {
  for (const name of Object.keys(calls) as CallName[]) bindCall(app, services, name, handlers[name]);
}

/**
 * Binds a call. Checks, in this order: authentication (401); permission for the action, and a fresh proof where the
 * call needs one (403); input (400). The resources in the request are looked up last (404), so that responses do not
 * reveal which ones exist.
 */
function bindCall<Name extends CallName>(
  app: FastifyInstance,
  services: Services,
  name: Name,
  handler: Handler<Name>,
): void {
  const call: Call = calls[name];
  const { authenticator, db } = services;

  /** Sets the caller of a request, as currently stored in the database. */
  async function authenticate(request: FastifyRequest): Promise<Actor> {
    const byLease = call.access.kind === 'signed-in' && call.access.leaseToken;
    const identify = byLease ? authenticator.authenticateHolder : authenticator.authenticate;
    const actor = await identify(callerOf(request, services), request.headers.authorization);
    request.actor = actor;
    requireAccess(call, actor, request.params);
    if (call.proof === 'always') await readOnly(db, scopeOf(actor), (tx) => requireProof(tx, actor));
    return actor;
  }

  /**
   * Like {@link authenticate}, but uses the cache if the caller is cached and has access, and the call needs no proof.
   */
  async function authenticateFromCache(request: FastifyRequest): Promise<void> {
    const actor = authenticator.cached(callerOf(request, services), request.headers.authorization);
    const certain = actor && hasAccess(call, actor, request.params) && call.proof !== 'always';
    if (!certain) await authenticate(request);
    else request.actor = actor;
  }

  /** Input errors are reported to authenticated callers only: a cached caller is authenticated first. */
  async function inputOf(request: FastifyRequest): Promise<Input<Name>> {
    try {
      return readInput(call, request) as Input<Name>;
    } catch (error) {
      if (request.actor?.cachedSession) await authenticate(request);
      throw error;
    }
  }

  /**
   * Executes an operation. If it fails for a cached caller, authenticates the caller again and retries, unless the
   * operation may have been committed.
   */
  async function executeOperation(
    operation: OperationWith<Name, 'totals' | 'db'>,
    request: FastifyRequest,
    actor: Actor,
    input: Input<Name>,
  ): Promise<BuiltReply> {
    const work = async (tx: Transaction) => buildReply(call, request, await operation(tx, actor, input, services));
    try {
      if (call.method === 'GET') return await readOnly(db, scopeOf(actor), work);
      return await inTransaction(db, scopeOf(actor), (tx) =>
        call.method === 'POST' ? once(tx, actor, request, () => work(tx)) : work(tx),
      );
    } catch (error) {
      if (!actor.cachedSession || isUnavailable(error) || isOutcomeUnknown(error))
        throw (await conflictOf(db, actor, error, emailOf(input.body))) ?? error;
      return executeOperation(operation, request, await authenticate(request), input);
    }
  }

  async function executeProcedure(
    procedure: Procedure<Name>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<BuiltReply> {
    const input = await inputOf(request);
    const context: CallContext = {
      // Created on first use.
      get disconnected() {
        return request.signal;
      },
      lastEventId: request.headers['last-event-id'],
      async authorize() {
        if (reply.raw.destroyed) throw connectionClosed();
        return authenticate(request);
      },
    };
    // A key is stored only under a caller that the database has confirmed.
    const keyed = request.headers['idempotency-key'] !== undefined;
    const actor = keyed && request.actor?.cachedSession ? await authenticate(request) : signedIn(request);
    const execute = (noting: Services) => procedure(noting, actor, input, context);
    const work = async () => buildReply(call, request, await notingCommits(services, execute));
    return onceInSteps(db, actor, request, work);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<BuiltReply | null> {
    if (typeof handler === 'function')
      return executeOperation(handler, request, signedIn(request), await inputOf(request));
    if ('procedure' in handler) return executeProcedure(handler.procedure, request, reply);
    if ('cachedProcedure' in handler) return executeProcedure(handler.cachedProcedure, request, reply);
    const input = await inputOf(request);
    if ('publicProcedure' in handler) {
      const caller = callerOf(request, services);
      const cookies: Cookies = {
        cookies: request.headers.cookie,
        setCookie: (cookie) => reply.header('set-cookie', cookie),
      };
      const execute = (noting: Services) => handler.publicProcedure(noting, caller, input, cookies);
      return buildReply(call, request, await notingCommits(services, execute));
    }
    await handler.stream(services, signedIn(request), input, request, reply);
    return null;
  }

  const mayBeCached = typeof handler === 'function' || 'cachedProcedure' in handler;
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { call },
    bodyLimit: call.access.kind === 'public' ? bodyLimits.anonymous : bodyLimits.signedIn,
    // A HEAD request would open the stream.
    exposeHeadRoute: call.answers === 'json',
    onRequest: async (request) => {
      if (call.access.kind === 'public' && call.method === 'POST') requireJson(request);
      if (call.access.kind !== 'public') await (mayBeCached ? authenticateFromCache : authenticate)(request);
    },
    handler: async (request, reply) => {
      const built = await answer(request, reply);
      return built ? send(request, reply, built) : reply;
    },
  });
}

/** The e-mail that a body stores: of a user, or of an account's owner. */
function emailOf(body: unknown): string | undefined {
  const { email, owner } = Object(body) as { email?: unknown; owner?: unknown };
  return typeof email === 'string' ? email : owner === undefined ? undefined : emailOf(owner);
}

interface BuiltReply {
  readonly status: number;
  readonly body: string;
  readonly etag?: string | undefined;
  /** Whether this is the stored reply of an earlier identical request. */
  readonly replayed?: boolean;
}

function buildReply(call: Call, request: FastifyRequest, payload: Readonly<Record<string, unknown>>): BuiltReply {
  const status = (payload as { [otherStatus]?: number })[otherStatus] ?? call.status;
  const tagged = 'item' in payload || (call.method !== 'POST' && 'items' in payload);
  const text = payloadText(payload);
  return {
    status,
    body: successBody(request.id, status, text, warningsOf(payload)),
    etag: tagged ? entityTag(payload['item'], text) : undefined,
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: BuiltReply): FastifyReply {
  const { status, body, etag, replayed = false } = answer;
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (etag) reply.header('etag', etag);
  if (etag && isCached(request, etag)) return reply.code(304).send();
  return sendJson(reply, status, body);
}

/** The caller of a request, authenticated or not. */
export function callerOf(request: FastifyRequest, services: Pick<Services, 'installation'>): Caller {
  return {
    installation: services.installation,
    origin: {
      requestId: request.id,
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    },
  };
}

function signedIn(request: FastifyRequest): Actor {
  if (!request.actor) throw unauthenticated();
  return request.actor;
}
