import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCached } from './reply.ts';

/** A text that does not change while the server runs. */
export interface FixedText {
  readonly type: string;
  readonly text: string;
  readonly entityTag: string;
  /** The gzipped text, if compressing it for each request would be too slow. */
  readonly gzipped?: Buffer;
}

/** @param type the media type, with its charset */
export function fixedText(type: string, text: string): FixedText {
  return { type, text, entityTag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` };
}

/** Sends a fixed text, or 304 to a client that has it cached. */
export function sendFixedText(request: FastifyRequest, reply: FastifyReply, fixed: FixedText): FastifyReply {
  reply.header('etag', fixed.entityTag).header('cache-control', 'no-cache');
  if (isCached(request, fixed.entityTag)) return reply.code(304).send();
  reply.type(fixed.type);
  if (!fixed.gzipped) return reply.send(fixed.text);
  reply.header('vary', 'accept-encoding');
  const accepted = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  return accepted ? reply.header('content-encoding', 'gzip').send(fixed.gzipped) : reply.send(fixed.text);
}
