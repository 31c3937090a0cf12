import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { sendInAccount } from '#server/client/send-in-account.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { nameOfProduct } from './names/usage-people.ts';

const hour = 3_600_000;

/** The products of which an account has licenses. The catalogue itself is for provider staff. */
export function accountProductsQuery(scope: AccountScope) {
  return queryOptions({
    queryKey: keys.license.products(scope.accountId),
    queryFn: async ({ signal }) => {
      const query = { interval: 'hour', from: new Date(Date.now() - hour).toISOString() } as const;
      const reply = await sendInAccount(scope, calls.getUsage, calls.getAccountUsage, query, signal);
      return reply['by-product']
        .filter(({ licenses }) => licenses > 0)
        .map(({ product }) => ({ rn: product, name: nameOfProduct(reply.resources, product) }));
    },
  });
}
