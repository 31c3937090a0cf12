import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** In bytes. Compressing smaller replies saves nothing. */
const threshold = 1024;

/** Compresses large replies for clients that accept it, except event streams and the console's precompressed files. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    },
    // A small body must not decompress to one larger than the limit.
    globalDecompression: false,
  });
}
