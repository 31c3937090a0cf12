import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCached } from '../reply.ts';

/** The encodings of compressed texts, the preferred one first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** A text that does not change while the server runs, compressed once. */
export interface FixedText {
  readonly type: string;
  readonly text: string;
  readonly entityTag: string;
  readonly compressed: Readonly<Record<Encoding, Buffer>>;
}

/** @param type the media type, with its charset */
export async function fixedText(type: string, text: string): Promise<FixedText> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text),
  ]);
  const entityTag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  return { type, text, entityTag, compressed: { br, gzip: gzipped } };
}

/** Sends a fixed text, or 304 to a client that has it cached. */
export function sendFixedText(request: FastifyRequest, reply: FastifyReply, fixed: FixedText): FastifyReply {
  reply.header('etag', fixed.entityTag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  if (isCached(request, fixed.entityTag)) return reply.code(304).send();
  reply.type(fixed.type);
  const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '');
  if (!encoding) return reply.send(fixed.text);
  return reply.header('content-encoding', encoding).send(fixed.compressed[encoding]);
}

/** The preferred encoding among those that a header accepts (RFC 9110, section 12.5.3). */
function acceptedEncoding(header: string): Encoding | null {
  const accepted = new Map<string, boolean>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.toLowerCase().split(';');
    accepted.set(name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter)));
  }
  return encodings.find((encoding) => accepted.get(encoding) ?? accepted.get('*') ?? false) ?? null;
}
