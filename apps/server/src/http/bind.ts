import type { Call, OutputOf } from '@keyhold/contract';
import { permits } from '@keyhold/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, type Caller, scopeOf } from '../access/actor.ts';
import { isAway } from '../db/away.ts';
import { inTransaction, reading, type Transaction } from '../db/database.ts';
import { uniquenessProblem } from '../db/uniqueness.ts';
import { connectionClosed, forbidden, unauthenticated } from '../problem.ts';
import type { Services } from '../services.ts';
import { entityTag, matchesEntityTag } from './etag.ts';
import { type OnceReply, once } from './idempotency.ts';
import { onceInSteps } from './idempotent-procedure.ts';
import { type Input, type ProcedureInput, readInput } from './input.ts';
import { payloadText, sendJson, successBody } from './reply.ts';

/** Work of one call within one transaction. */
export type Operation<One extends Call> = (tx: Transaction, actor: Actor, input: Input<One>) => Promise<OutputOf<One>>;

/** Work of one call that needs more than one transaction, or something slow between two. */
export type Procedure<One extends Call, Who extends Caller> = (
  services: Services,
  who: Who,
  input: ProcedureInput<One>,
) => Promise<OutputOf<One>>;

/**
 * As {@link Procedure}, for work that confirms its caller's session by its own queries: until then the caller may be a cached
 * one. `confirm` reads the session from the database, and throws if it has ended.
 */
export type ConfirmingProcedure<One extends Call> = (
  services: Services,
  actor: Actor,
  input: ProcedureInput<One> & { readonly confirm: () => Promise<Actor> },
) => Promise<OutputOf<One>>;

/**
 * As {@link Procedure}, for work of so many transactions that its caller may lose their rights meanwhile. `authorize`
 * reads session and rights again.
 *
 * @throws {ProblemError} from `authorize`, 401 or 403 once they are gone, 499 when the caller has closed the connection
 */
export type LongProcedure<One extends Call> = (
  services: Services,
  input: ProcedureInput<One> & { readonly authorize: () => Promise<Actor> },
) => Promise<OutputOf<One>>;

/** Work of one call that sends server-sent events: it takes the reply over. */
export type Stream<One extends Call> = (
  services: Services,
  actor: Actor,
  input: Input<One>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

const otherStatus = Symbol('status');

/** Returns a success with another status than the call's usual one: 200 where the resource existed already. */
export function answerWith<Payload extends object>(status: 200 | 201, payload: Payload): Payload {
  return Object.assign(payload, { [otherStatus]: status });
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The call that a route answers. */
    call?: Call;
  }
}

/** Binds calls of the contract to the operations that execute them. */
export interface Binder {
  operation<One extends Call>(call: One, operation: Operation<One>): void;
  procedure<One extends Call>(call: One, procedure: Procedure<One, Actor>): void;
  confirmingProcedure<One extends Call>(call: One, procedure: ConfirmingProcedure<One>): void;
  longProcedure<One extends Call>(call: One, procedure: LongProcedure<One>): void;
  publicProcedure<One extends Call>(call: One, procedure: Procedure<One, Caller>): void;
  stream<One extends Call>(call: One, stream: Stream<One>): void;
}

/**
 * Makes the binder of an app. Each call checks in this order: authentication (401), permission for the action (403),
 * input (400); the resources that it names are looked up last (404), so that nothing leaks about which exist.
 */
export function createBinder(app: FastifyInstance, services: Services): Binder {
  const { authenticator } = services;

  /** Sets the caller of a request, as the database has them now. */
  async function authenticate(call: Call, request: FastifyRequest): Promise<Actor> {
    const byLease = call.access.kind === 'signed-in' && call.access.leaseToken;
    const identify = byLease ? authenticator.authenticateHolder : authenticator.authenticate;
    const actor = await identify(callerOf(request, services), request.headers.authorization);
    request.actor = actor;
    requireAccess(call, actor, request.params);
    return actor;
  }

  /** As {@link authenticate}, from the cache where it is cached and sufficient. */
  async function recognise(call: Call, request: FastifyRequest): Promise<void> {
    const actor = authenticator.remember(callerOf(request, services), request.headers.authorization);
    if (!actor || !hasAccess(call, actor, request.params)) await authenticate(call, request);
    else request.actor = actor;
  }

  function route<One extends Call>(
    call: One,
    handle: (request: FastifyRequest, reply: FastifyReply, input: ProcedureInput<One>) => Promise<unknown>,
    identify: (call: Call, request: FastifyRequest) => Promise<unknown> = authenticate,
  ) {
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { call },
      // To ask for the headers of a stream would be to open it.
      exposeHeadRoute: call.answers === 'json',
      onRequest: async (request) => {
        if (call.access.kind !== 'public') await identify(call, request);
      },
      handler: async (request, reply) => handle(request, reply, await inputOf(call, request)),
    });
  }

  /** Errors of the input are reported to authenticated callers only: a cached one is authenticated first. */
  async function inputOf<One extends Call>(call: One, request: FastifyRequest): Promise<ProcedureInput<One>> {
    try {
      return readInput(call, request);
    } catch (error) {
      if (request.actor?.remembered) await authenticate(call, request);
      throw error;
    }
  }

  /**
   * Executes an operation. A failure for a cached caller is retried for the caller as they are now, unless the operation may
   * have been committed: after a lost connection that is unknown.
   */
  async function execute<One extends Call>(
    call: One,
    operation: Operation<One>,
    request: FastifyRequest,
    actor: Actor,
    input: Input<One>,
  ): Promise<OnceReply> {
    const work = async (tx: Transaction) => answerOf(call, request, await operation(tx, actor, input));
    try {
      if (call.method === 'GET') {
        return { ...(await reading(services.db, scopeOf(actor), work)), replayed: false };
      }
      return await inTransaction(services.db, scopeOf(actor), (tx) => once(tx, actor, request, () => work(tx)));
    } catch (error) {
      if (!actor.remembered || isAway(error)) throw uniquenessProblem(error) ?? error;
      return execute(call, operation, request, await authenticate(call, request), input);
    }
  }

  return {
    operation: (call, operation) =>
      route(
        call,
        async (request, reply, input) =>
          send(request, reply, await execute(call, operation, request, signedIn(request), input)),
        recognise,
      ),
    procedure: (call, procedure) =>
      route(call, async (request, reply, input) => {
        const actor = signedIn(request);
        const work = async () => answerOf(call, request, await procedure(services, actor, input));
        return send(request, reply, await onceInSteps(services.db, actor, request, work));
      }),
    confirmingProcedure: (call, procedure) =>
      route(
        call,
        async (request, reply, input) => {
          const confirm = async () => (request.actor?.remembered ? authenticate(call, request) : signedIn(request));
          // A key is stored under a caller that the database has confirmed.
          const keyed = request.headers['idempotency-key'] !== undefined;
          const actor = keyed ? await confirm() : signedIn(request);
          const work = async () => answerOf(call, request, await procedure(services, actor, { ...input, confirm }));
          return send(request, reply, await onceInSteps(services.db, actor, request, work));
        },
        recognise,
      ),
    longProcedure: (call, procedure) =>
      route(call, async (request, reply, input) => {
        const authorize = async () => {
          if (reply.raw.destroyed) throw connectionClosed();
          return authenticate(call, request);
        };
        const work = async () => answerOf(call, request, await procedure(services, { ...input, authorize }));
        return send(request, reply, await onceInSteps(services.db, signedIn(request), request, work));
      }),
    publicProcedure: (call, procedure) =>
      route(call, async (request, reply, input) =>
        send(request, reply, answerOf(call, request, await procedure(services, callerOf(request, services), input))),
      ),
    stream: (call, stream) =>
      route(call, async (request, reply, input) => {
        await stream(services, signedIn(request), input, request, reply);
        return reply;
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag?: string | undefined;
  /** Whether it answered the same request before. */
  readonly replayed?: boolean;
}

function answerOf(call: Call, request: FastifyRequest, payload: Readonly<Record<string, unknown>>): Answer {
  const status = (payload as { [otherStatus]?: number })[otherStatus] ?? call.status;
  const tagged = 'item' in payload || (call.method !== 'POST' && 'items' in payload);
  const text = payloadText(payload);
  return {
    status,
    body: successBody(request.id, status, text),
    etag: tagged ? entityTag(payload['item'], text) : undefined,
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, body, etag, replayed = false } = answer;
  if (replayed) reply.header('idempotency-replayed', 'true');
  if (etag) reply.header('etag', etag);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (etag && reads && matchesEntityTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  return sendJson(reply, status, body);
}

function callerOf(request: FastifyRequest, services: Services): Caller {
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

function requireAccess(call: Call, actor: Actor, params: unknown): void {
  if (!hasAccess(call, actor, params)) throw forbidden();
}

function hasAccess({ access }: Call, actor: Actor, params: unknown): boolean {
  if (access.kind === 'public') return true;
  if (access.oneself && (params as { id?: string }).id?.toLowerCase() === actor.userId) return true;
  if (access.kind === 'signed-in' && !access.oneself) return true;
  return access.kind === 'action' && (access.policy || permits(actor.policies, access.action));
}
