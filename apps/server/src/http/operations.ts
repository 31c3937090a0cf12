import type { ConsoleConfig } from '@keyhold/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { version } from '../version.ts';

/** What stands beside the product's calls: health, the public keys, and what a console needs to know first. */
export function installOperations(app: FastifyInstance, services: Services): void {
  const { installation } = services;
  const config: ConsoleConfig = {
    'product-title': installation.productTitle,
    'provider-account-id': installation.providerAccountId,
    'provider-email-domain': installation.providerEmailDomain,
    'shared-product-id': installation.sharedProductId,
    version,
  };

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(services.db);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'The database cannot be reached.');
      return reply.code(503).header('retry-after', '2').send({ status: 'The database cannot be reached.' });
    }
  });
  app.get('/console-config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(config));
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(await services.keys.keySet()),
  );
}
