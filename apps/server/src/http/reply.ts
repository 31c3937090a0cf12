import { hash } from 'node:crypto';
import { parseRn, resources, type Warning } from '@keyhold/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, stale } from '../problem.ts';

/** The fields of a payload as JSON text, without the braces. */
export function payloadText(payload: Readonly<Record<string, unknown>>): string {
  return Object.entries(payload)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
    .join(',');
}

/** A success in the envelope, as text. */
export function successBody(
  requestId: string,
  status: number,
  payload: string,
  warnings: readonly Warning[] = [],
): string {
  const fields = payload === '' ? '' : `,${payload}`;
  return `{"success":true,"status-code":${status},"reply-to":"${requestId}","errors":[],"warnings":${JSON.stringify(warnings)}${fields}}`;
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

/** Sends a body that is already JSON text. */
export function sendJson(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .send(body);
}

/** Fields that change without an edit; `If-Match` ignores them, except where a resource's own change sends them. */
const volatileFields: ReadonlySet<string> = new Set([
  'state',
  'last-login',
  'status',
  'failures',
  'mail',
  'seats',
  'overdraft-seats',
  'in-use',
  'offline',
  'waiting',
]);

/** By type of resource, the volatile fields that its change sends: retiring a product is an edit. */
const editedFields = Object.groupBy(
  Object.values(resources).flatMap(({ example, update }) =>
    Object.keys(update).flatMap((name) => (volatileFields.has(name) ? [{ type: typeOf(example), name }] : [])),
  ),
  ({ type }) => type,
);

/**
 * The entity tag of a reply: a digest of the editable fields, for `If-Match`, and one of everything, for
 * `If-None-Match`. A sign-in, a consumed license or a failed delivery in the meantime does not make an edit stale.
 *
 * @param item the editable resource; undefined for a list
 * @param payload all of the reply's own fields, as text
 */
export function entityTag(item: unknown, payload: string): string {
  return `"${item === undefined ? 'list' : editDigest(item)}.${digest(payload)}"`;
}

/** Whether a read's `If-None-Match` matches its reply: the caller has it cached. */
export function isCached({ method, headers }: FastifyRequest, tag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  return entityTagsOf(header).some((candidate) => candidate === '*' || candidate === tag);
}

/**
 * Refuses a change whose `If-Match` is from an older state of the resource.
 *
 * @param current the resource as a reply would show it now, read in the transaction that changes it
 */
export function requireFresh(header: string | undefined, current: unknown): void {
  if (header === undefined) return;
  const edit = editDigest(current);
  const fresh = entityTagsOf(header).some((tag) => tag === '*' || tag.replaceAll('"', '').split('.')[0] === edit);
  if (!fresh) throw stale();
}

/** The entity tags of a conditional header; a weak one counts as a strong one. */
export function entityTagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

function editDigest(item: unknown): string {
  const edited = editedFields[typeOf(item)]?.map(({ name }) => name) ?? [];
  const fields = Object.entries(item ?? {}).filter(([name]) => !volatileFields.has(name) || edited.includes(name));
  return digest(JSON.stringify(fields));
}

/** The type in a resource's name; '' for one that has none. */
function typeOf(item: unknown): string {
  const { rn } = Object(item) as { rn?: unknown };
  return typeof rn === 'string' ? parseRn(rn).resourceType : '';
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
