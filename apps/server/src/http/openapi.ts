import { describeApi } from '@keyhold/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../installation.ts';
import { version } from '../version.ts';
import { installDocs } from './docs.ts';
import { type FixedText, fixedText, sendFixedText } from './fixed-text.ts';

/** Serves the description of the API: for programs at /openapi.json, for people at /docs. */
export function installOpenApi(app: FastifyInstance, { productTitle: title, publicUrl: url }: Installation): void {
  // Generated at the first request: most servers get none.
  let document: FixedText | undefined;
  app.get('/openapi.json', (request, reply) => {
    document ??= fixedText('application/json; charset=utf-8', JSON.stringify(describeApi({ title, version, url })));
    return sendFixedText(request, reply, document);
  });
  installDocs(app);
}
