import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Why a user can or cannot use a license; both by rn. */
export function explainQuery(user: string, license: string) {
  return queryOptions({
    queryKey: keys.explanation(user, license),
    queryFn: async ({ signal }) => (await client.send(calls.explainLicense, { query: { user, license }, signal })).item,
  });
}
