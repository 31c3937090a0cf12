import { inTransaction } from '@keyhold/server/database';
import type { Services } from '@keyhold/server/services';
import { clientSecretContext } from '@keyhold/server/sign-in-connections';
import { fjordFilm } from '../companies/fjord-film.ts';
import { groupsClaim } from './people.ts';

/** The client id of Keyhold at the demo's identity provider. */
export const clientId = 'keyhold-demo';

type Means = Pick<Services, 'db' | 'secrets'>;

/** The account that signs in at the demo's identity provider; null if it was deleted. */
export function findAccount({ db }: Pick<Means, 'db'>): Promise<string | null> {
  return inTransaction(db, 'every account', async (tx) => {
    const found = await tx
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', fjordFilm.name ?? '')
      .where('deleted-on', 'is', null)
      .executeTakeFirst();
    return found?.id ?? null;
  });
}

/**
 * Connects the account with the provider, which has a new secret and possibly a new port at each start, and marks its
 * domain as verified. All other changes by users of the demo are kept, including a connection with another provider.
 */
export async function connect({ db, secrets }: Means, account: string, issuer: string, secret: string): Promise<void> {
  const sealed = await secrets.seal(secret, clientSecretContext(account));
  await inTransaction(db, { account }, async (tx) => {
    const connected = await tx
      .insertInto('sign-in-connections')
      .values({
        'account-id': account,
        'client-id': clientId,
        issuer,
        'client-secret': sealed,
        'create-users': true,
        'tags-claim': groupsClaim,
        'trust-provider-factor': false,
      })
      .onConflict((conflicting) =>
        conflicting
          .column('account-id')
          .doUpdateSet({ issuer, 'client-secret': sealed })
          .where('sign-in-connections.client-id', '=', clientId),
      )
      .returning('account-id')
      .executeTakeFirst();
    if (!connected) return;
    await tx
      .insertInto('connection-domains')
      .values({
        'account-id': account,
        name: fjordFilm.domain ?? '',
        record: 'keyhold-domain=demo',
        'verified-on': new Date(),
      })
      .onConflict((conflicting) => conflicting.doNothing())
      .execute();
    // Users keep their identities when the provider's port changes.
    await tx.updateTable('identities').set({ issuer }).where('account-id', '=', account).execute();
  });
}
