import { type ApiDocument, describeApi } from '@keyhold/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../installation.ts';
import { version } from '../version.ts';
import { docsPage } from './docs-page.ts';
import { type FixedText, fixedText, sendFixedText } from './fixed-text.ts';

/** Serves the description of the API: for programs at /openapi.json, for people at /docs. */
export function installOpenApi(app: FastifyInstance, installation: Installation): void {
  // Most servers are never asked: written at the first request.
  const describe = () => describeApi({ title: installation.productTitle, version, url: installation.publicUrl });
  const document = writtenOnce('application/json; charset=utf-8', describe, JSON.stringify);
  const page = writtenOnce('text/html; charset=utf-8', describe, docsPage);

  app.get('/openapi.json', (request, reply) => sendFixedText(request, reply, document()));
  app.get('/docs', (request, reply) => sendFixedText(request, reply, page()));
}

function writtenOnce(type: string, describe: () => ApiDocument, write: (api: ApiDocument) => string): () => FixedText {
  let written: FixedText | undefined;
  return () => {
    written ??= fixedText(type, write(describe()));
    return written;
  };
}
