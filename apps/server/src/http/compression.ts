import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Replies that are smaller gain nothing, in bytes. */
const threshold = 1024;

/** Compresses replies that are worth it, for clients that accept it. Event streams write past it; the console's files come compressed. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    },
    // A small body must not grow to a large one past the limit.
    globalDecompression: false,
  });
}
