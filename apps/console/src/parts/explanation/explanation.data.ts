import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';

/** Why a user can or cannot use a license; both by rn. */
export function explanationQuery(user: string, license: string) {
  return queryOptions({
    queryKey: keys.license.explanation(user, license),
    queryFn: async ({ signal }) => (await client.send(calls.explainLicense, { query: { user, license }, signal })).item,
  });
}
