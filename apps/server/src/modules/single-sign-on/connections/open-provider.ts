import type { Configuration } from 'openid-client';
import type { Services } from '../../../services.ts';
import { type Connection, clientSecretContext } from './connections.sql.ts';

/**
 * Opens the provider of a connection.
 *
 * @throws {ProviderError} when it cannot be used
 */
export async function openProvider(
  { secrets, providers }: Pick<Services, 'secrets' | 'providers'>,
  connection: Connection,
  options?: { readonly fresh?: boolean },
): Promise<Configuration> {
  const client = {
    issuer: connection.issuer,
    clientId: connection['client-id'],
    clientSecret: await secrets.open(connection['client-secret'], clientSecretContext(connection['account-id'])),
  };
  return providers.open(client, options);
}
