import { describeApi } from '@keyhold/contract/openapi';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../../installation.ts';
import { version } from '../../version.ts';
import { installDocs } from './docs.ts';
import { type FixedText, fixedText, sendFixedText } from './fixed-text.ts';

/** Serves the API description: as JSON at /openapi.json, as a page at /docs. */
export function installOpenApi(app: FastifyInstance, { productTitle: title, publicUrl: url }: Installation): void {
  // Generated at the first request, because most servers never get one.
  let document: Promise<FixedText> | undefined;
  app.get('/openapi.json', async (request, reply) => {
    document ??= fixedText('application/json; charset=utf-8', JSON.stringify(describeApi({ title, version, url })));
    return sendFixedText(request, reply, await document);
  });
  installDocs(app);
}
