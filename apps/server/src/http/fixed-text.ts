import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEntityTag } from './etag.ts';

/** A text that stays as it is while the server runs. */
export interface FixedText {
  readonly type: string;
  readonly text: string;
  readonly entityTag: string;
}

/** @param type the media type, with its charset */
export function fixedText(type: string, text: string): FixedText {
  return { type, text, entityTag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

/** Sends a fixed text, or 304 to a client that has it cached. */
export function sendFixedText(request: FastifyRequest, reply: FastifyReply, fixed: FixedText): FastifyReply {
  reply.header('etag', fixed.entityTag).header('cache-control', 'no-cache');
  if (matchesEntityTag(request.headers['if-none-match'], fixed.entityTag)) return reply.code(304).send();
  return reply.type(fixed.type).send(fixed.text);
}
