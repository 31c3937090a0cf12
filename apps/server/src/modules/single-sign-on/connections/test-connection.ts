import * as z from 'zod';
import { accountOf, scopeOf } from '../../../access/guards.ts';
import { readOnly } from '../../../db/database.ts';
import type { Procedure } from '../../../http/bind.ts';
import { boundedFetch } from '../../../network/bounded-fetch.ts';
import { conflict } from '../../../problem.ts';
import { ProviderError, reasonOf } from '../providers.ts';
import { requireConnection } from './connections.sql.ts';
import { openProvider } from './open-provider.ts';

/** Reads the metadata of the provider, bypassing the cache. */
export const testSingleSignOn: Procedure<'testSingleSignOn'> = async (services, actor, { query }) => {
  const connection = await readOnly(services.db, scopeOf(actor), async (tx) =>
    requireConnection(tx, await accountOf(tx, actor, query)),
  );
  try {
    const metadata = (await openProvider(services, connection, { fresh: true })).serverMetadata();
    const jwksUri = metadata.jwks_uri ?? '';
    return {
      item: {
        issuer: metadata.issuer,
        'authorization-endpoint': metadata.authorization_endpoint ?? '',
        'token-endpoint': metadata.token_endpoint ?? '',
        'jwks-uri': jwksUri,
        'signing-keys': await countKeys(await boundedFetch(jwksUri, {}, services.providers.egress)),
        algorithms: metadata.id_token_signing_alg_values_supported ?? [],
        'backchannel-logout': metadata['backchannel_logout_supported'] === true,
      },
    };
  } catch (error) {
    if (error instanceof ProviderError) throw conflict(error.code, error.message);
    throw conflict('keys-not-read', `The provider’s keys cannot be read: ${reasonOf(error)}`);
  }
};

const keySet = z.object({ keys: z.array(z.object({ use: z.unknown(), kty: z.unknown() })) });

/** Counts the signing keys of a set; a key without a declared use may be one. */
async function countKeys(response: Response): Promise<number> {
  if (response.status !== 200) throw new Error(`the status of the answer is ${response.status}`);
  const set = keySet.safeParse(await response.json());
  const signing = set.data?.keys.filter(({ use, kty }) => use !== 'enc' && kty !== 'oct') ?? [];
  if (signing.length === 0) throw new Error('there are none');
  return signing.length;
}
