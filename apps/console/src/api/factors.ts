import { calls } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The passkeys, authenticator apps and recovery codes of a user. */
export function factorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['factor', 'list', userId],
    queryFn: async ({ signal }) => (await client.send(calls.listFactors, { params: { id: userId }, signal })).items,
  });
}
