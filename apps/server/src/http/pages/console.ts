import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../problem.ts';
import { sendFailure } from '../reply.ts';
import { fixedText, sendFixedText } from './fixed-text.ts';

/** Paths of the API: an unknown one gets an API error, not the page. */
const apiPath =
  /^\/((auth|admin|iam|license|events)\/v1|scim\/v2|oauth|metrics)(\/|\?|$)|^\/(\.well-known|assets|dev)\//;

/** Serves the built console: its files, and its page at every address that a user may open. */
export async function installConsole(app: FastifyInstance, directory: string): Promise<void> {
  const page = await fixedText('text/html; charset=utf-8', await readFile(join(directory, 'index.html'), 'utf8'));
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: false,
    // The build writes a compressed file beside each file that is worth compressing.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('vary', 'accept-encoding');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const asksForPage = (request.method === 'GET' || request.method === 'HEAD') && !apiPath.test(request.url);
    if (!asksForPage) return sendFailure(reply, 404, notFound().problems);
    return sendFixedText(request, reply, page);
  });
}
