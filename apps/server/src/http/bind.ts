import type { Call, OutputOf } from '@keyhold/contract';
import { permits } from '@keyhold/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, type Caller, scopeOf } from '../access/actor.ts';
import { isAway } from '../db/away.ts';
import { inTransaction, reading, type Transaction } from '../db/database.ts';
import { uniquenessProblem } from '../db/uniqueness.ts';
import { forbidden, unauthenticated } from '../problem.ts';
import type { Services } from '../services.ts';
import { createAuthenticator } from '../sessions/authenticate.ts';
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
 * As {@link Procedure}, for work that asks the database itself whether its caller's session lasts: until it has, who calls
 * may be as remembered. `confirm` finds out by the usual way, with a failure of its own if the session does not last.
 */
export type ConfirmingProcedure<One extends Call> = (
  services: Services,
  actor: Actor,
  input: ProcedureInput<One> & { readonly confirm: () => Promise<Actor> },
) => Promise<OutputOf<One>>;

/** Work of one call that answers server-sent events: it takes the reply over. */
export type Stream<One extends Call> = (
  services: Services,
  actor: Actor,
  input: Input<One>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

const otherStatus = Symbol('status');

/** Answers a success with another status than the call's usual one: 200 where the thing to make was there already. */
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

/** Binds calls of the contract to what carries them out. */
export interface Binder {
  operation<One extends Call>(call: One, operation: Operation<One>): void;
  procedure<One extends Call>(call: One, procedure: Procedure<One, Actor>): void;
  confirmingProcedure<One extends Call>(call: One, procedure: ConfirmingProcedure<One>): void;
  publicProcedure<One extends Call>(call: One, procedure: Procedure<One, Caller>): void;
  stream<One extends Call>(call: One, stream: Stream<One>): void;
}

/**
 * Makes the binder of an app. Each call asks in this order: who is it (401), may they do such a thing at all (403),
 * is the input right (400); what it names is looked up last (404), so that nothing leaks about what exists.
 */
export function createBinder(app: FastifyInstance, services: Services): Binder {
  const authenticator = createAuthenticator(services.db, services.keys);

  /** Sets who makes a request, as the database has them now. */
  async function authenticate(call: Call, request: FastifyRequest): Promise<Actor> {
    const actor = await authenticator.authenticate(callerOf(request, services), request.headers.authorization);
    request.actor = actor;
    requireAccess(call, actor, request.params);
    return actor;
  }

  /** As {@link authenticate}, from memory where it is remembered and enough. */
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

  /** Nothing is said of somebody's input before it is sure who they are. */
  async function inputOf<One extends Call>(call: One, request: FastifyRequest): Promise<ProcedureInput<One>> {
    try {
      return readInput(call, request);
    } catch (error) {
      if (request.actor?.remembered) await authenticate(call, request);
      throw error;
    }
  }

  /**
   * Carries an operation out. What fails for somebody remembered is done again for who they are now, unless it may have
   * happened: when the database is lost, nobody knows.
   */
  async function carryOut<One extends Call>(
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
      return carryOut(call, operation, request, await authenticate(call, request), input);
    }
  }

  return {
    operation: (call, operation) =>
      route(
        call,
        async (request, reply, input) =>
          send(request, reply, await carryOut(call, operation, request, signedIn(request), input)),
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
          // A key is kept under somebody who is known for certain.
          const keyed = request.headers['idempotency-key'] !== undefined;
          const actor = keyed ? await confirm() : signedIn(request);
          const work = async () => answerOf(call, request, await procedure(services, actor, { ...input, confirm }));
          return send(request, reply, await onceInSteps(services.db, actor, request, work));
        },
        recognise,
      ),
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
