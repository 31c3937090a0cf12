import type { Problem } from '@keyhold/contract';
import type { FastifyReply } from 'fastify';

/** Sends a success in the envelope (wire, section 1). */
export function sendSuccess(
  reply: FastifyReply,
  status: number,
  payload: Readonly<Record<string, unknown>>,
): FastifyReply {
  const envelope = { success: true, 'status-code': status, 'reply-to': reply.request.id, errors: [], warnings: [] };
  return sendJson(reply, status, { ...envelope, ...payload });
}

/** Sends a failure in the envelope: sentences for people, problems for programs. */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  problems: readonly Problem[],
  details: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  return sendJson(reply, status, {
    success: false,
    'status-code': status,
    'reply-to': reply.request.id,
    errors: problems.map((problem) => problem.message),
    warnings: [],
    problems: problems.map((problem, index) => (index === 0 ? { ...problem, ...details } : problem)),
  });
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(JSON.stringify(body));
}
