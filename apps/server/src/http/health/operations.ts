import type { ConsoleConfig } from '@keyhold/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { version } from '../../version.ts';
import { fixedText, sendFixedText } from '../pages/fixed-text.ts';
import { readReadiness } from './readiness.ts';

/** Paths that monitoring requests every few seconds. */
export const monitoringPaths: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Serves the endpoints beside the product's calls: health, the public keys, and the console's configuration.
 *
 * @param mail how this server sends mail; null where the mailbox of a demo shows it
 */
export function installOperations(
  app: FastifyInstance,
  services: Services,
  mail: { readonly smtpUrl: string | undefined } | null,
): void {
  const { installation } = services;
  const config: ConsoleConfig = {
    'product-title': installation.productTitle,
    'provider-account-id': installation.providerAccountId,
    'provider-email-domain': installation.providerEmailDomain,
    'shared-product-id': installation.sharedProductId,
    version,
  };
  const configText = fixedText('application/json; charset=utf-8', JSON.stringify(config));

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { ready, ...state } = await readReadiness(services, mail);
    reply.header('cache-control', 'no-store');
    return ready ? state : reply.code(503).header('retry-after', '2').send(state);
  });
  app.get('/console-config.json', async (request, reply) => sendFixedText(request, reply, await configText));
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(await services.keys.keySet()),
  );
}
