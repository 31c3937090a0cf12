import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '#server/cache/keys.ts';
import { client } from '#server/client/client.ts';

/** People, licenses and accounts of every account that a text finds; for provider staff. */
export function findQuery(text: string) {
  return queryOptions({
    queryKey: keys.account.found(text),
    queryFn: ({ signal }) => client.send(calls.find, { query: { q: text }, signal }),
    // Changes of people and licenses in accounts that are not shown are not announced.
    staleTime: 0,
  });
}
