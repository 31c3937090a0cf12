import type { Problem } from '@keyhold/contract';
import type { FastifyReply } from 'fastify';

/** The fields of a payload as JSON text, without the braces. */
export function payloadText(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
    .join(',');
}

/** A success in the envelope (wire, section 1), as text. */
export function successBody(requestId: string, status: number, payload: string): string {
  const fields = payload === '' ? '' : `,${payload}`;
  return `{"success":true,"status-code":${status},"reply-to":"${requestId}","errors":[],"warnings":[]${fields}}`;
}

/** Sends a failure in the envelope: sentences for people, problems for programs. */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  problems: readonly Problem[],
  details: Readonly<Record<string, unknown>> = {},
): FastifyReply {
  return sendJson(reply, status, failureText(reply.request.id, status, problems, details));
}

/** A failure in the envelope, as text. */
export function failureText(
  requestId: string,
  status: number,
  problems: readonly Problem[],
  details: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    success: false,
    'status-code': status,
    'reply-to': requestId,
    errors: problems.map((problem) => problem.message),
    warnings: [],
    problems: problems.map((problem, index) => (index === 0 ? { ...problem, ...details } : problem)),
  });
}

/** Sends a body that is JSON text already. */
export function sendJson(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(body);
}
