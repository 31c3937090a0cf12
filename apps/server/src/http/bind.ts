import type { BodyOf, Call, OutputOf, ParamsOf, Problem, QueryOf } from '@keyhold/contract';
import { permits } from '@keyhold/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Actor, type Caller, scopeOf } from '../access/actor.ts';
import { inTransaction, type Transaction } from '../db/database.ts';
import { uniquenessProblem } from '../db/uniqueness.ts';
import { forbidden, ProblemError, unauthenticated } from '../problem.ts';
import type { Services } from '../services.ts';
import { authenticate } from '../sessions/authenticate.ts';
import { entityTag, matchesEntityTag } from './etag.ts';
import { once } from './idempotency.ts';
import { onceInSteps } from './idempotent-procedure.ts';
import { sendJson, successBody } from './reply.ts';

/** A call's input, checked by the contract, and the entity tag that a change was made from. */
export interface Input<One extends Call> {
  readonly params: ParamsOf<One>;
  readonly query: QueryOf<One>;
  readonly body: BodyOf<One>;
  readonly ifMatch: string | undefined;
}

/** As {@link Input}, for what may take long. */
export interface ProcedureInput<One extends Call> extends Input<One> {
  /** Aborted when the caller goes away before the reply. */
  readonly departed: AbortSignal;
}

/** Work of one call within one transaction. */
export type Operation<One extends Call> = (tx: Transaction, actor: Actor, input: Input<One>) => Promise<OutputOf<One>>;

/** Work of one call that needs more than one transaction, or something slow between two. */
export type Procedure<One extends Call, Who extends Caller> = (
  services: Services,
  who: Who,
  input: ProcedureInput<One>,
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
  publicProcedure<One extends Call>(call: One, procedure: Procedure<One, Caller>): void;
  stream<One extends Call>(call: One, stream: Stream<One>): void;
}

/**
 * Makes the binder of an app. Each call asks in this order: who is it (401), may they do such a thing at all (403),
 * is the input right (400); what it names is looked up last (404), so that nothing leaks about what exists.
 */
export function createBinder(app: FastifyInstance, services: Services): Binder {
  function route<One extends Call>(
    call: One,
    handle: (request: FastifyRequest, reply: FastifyReply, input: ProcedureInput<One>) => Promise<unknown>,
  ) {
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { call },
      // To ask for the headers of a stream would be to open it.
      exposeHeadRoute: call.answers === 'json',
      onRequest: async (request) => {
        if (call.access.kind === 'public') return;
        request.actor = await authenticate(
          services.db,
          services.keys,
          callerOf(request, services),
          request.headers.authorization,
        );
        requireAccess(call, request.actor, request.params);
      },
      handler: async (request, reply) => handle(request, reply, readInput(call, request)),
    });
  }

  return {
    operation: (call, operation) =>
      route(call, async (request, reply, input) => {
        const actor = signedIn(request);
        const work = async (tx: Transaction) => answerOf(call, request, await operation(tx, actor, input));
        const answer = await inTransaction(services.db, scopeOf(actor), (tx) =>
          once(tx, actor, request, () => work(tx)),
        ).catch((error: unknown) => {
          throw uniquenessProblem(error) ?? error;
        });
        if (answer.replayed) reply.header('idempotency-replayed', 'true');
        return send(request, reply, answer);
      }),
    procedure: (call, procedure) =>
      route(call, async (request, reply, input) => {
        const actor = signedIn(request);
        const work = async () => answerOf(call, request, await procedure(services, actor, input));
        const answer = await onceInSteps(services.db, actor, request, work);
        if (answer.replayed) reply.header('idempotency-replayed', 'true');
        return send(request, reply, answer);
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
}

function answerOf(call: Call, request: FastifyRequest, payload: Readonly<Record<string, unknown>>): Answer {
  const status = (payload as { [otherStatus]?: number })[otherStatus] ?? call.status;
  const tagged = 'item' in payload || (call.method !== 'POST' && 'items' in payload);
  return { status, body: successBody(request.id, status, payload), etag: tagged ? entityTag(payload) : undefined };
}

function send(request: FastifyRequest, reply: FastifyReply, { status, body, etag }: Answer): FastifyReply {
  if (etag) reply.header('etag', etag);
  if (etag && request.method === 'GET' && matchesEntityTag(request.headers['if-none-match'], etag)) {
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
  const { access } = call;
  if (access.kind === 'public') return;
  if (access.oneself && (params as { id?: string }).id?.toLowerCase() === actor.userId) return;
  if (access.kind === 'signed-in' && !access.oneself) return;
  if (access.kind === 'action' && (access.policy || permits(actor.policies, access.action))) return;
  throw forbidden();
}

function readInput<One extends Call>(call: One, request: FastifyRequest): ProcedureInput<One> {
  const problems: Problem[] = [];
  const read = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) problems.push(...problemsOf(issue));
    return undefined;
  };
  const input = {
    params: read(call.params, request.params),
    query: read(call.query, request.query),
    body: read(call.body instanceof z.ZodUndefined ? noFields : call.body, request.body),
    ifMatch: request.headers['if-match'],
    // Made only for who asks for it.
    get departed() {
      return request.signal;
    },
  };
  const [first, ...others] = problems;
  if (first) throw new ProblemError(400, [first, ...others]);
  return input as ProcedureInput<One>;
}

/** A call without input does not mind an empty object, and names what else it is sent. */
const noFields = z
  .strictObject({})
  .optional()
  .transform(() => undefined);

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'unknown-field',
      path: [...issue.path, key].join('.'),
      message: `This call knows no field '${key.slice(0, 100)}'.`,
    }));
  }
  if (path === '' && issue.code === 'invalid_type') {
    return [{ code: 'invalid', message: 'The request body must be a JSON object with the fields of this call.' }];
  }
  const message = libraryWords.test(issue.message)
    ? `The field '${path}' is missing or not of the right form.`
    : issue.message;
  return [{ code: 'invalid', path, message }];
}

/** What the schema library says where the contract has no words of its own: true, but nothing for people. */
const libraryWords = /^(Invalid (input|option|string|key|element|union)|Too (big|small)|Unrecognized)/;
