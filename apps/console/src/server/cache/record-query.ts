import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf, ParamsOf, QueryInputOf } from '@keyhold/contract';
import { type FetchQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { client } from '#server/client/client.ts';
import { paramsOf, type Subject, type Version } from '#server/client/version.ts';
import type { Key } from './keys.ts';
import { fetchFresh } from './query-client.ts';

/** A call that returns one record by its id. */
export type RecordCall = Call & { readonly output: z.ZodType<{ item: unknown }> };

/**
 * Creates the query of one record by its id, with its version.
 *
 * @param key makes the key of the record's query
 * @param read converts a reply to what the console caches, where that is not the record as sent
 */
export function recordQuery<One extends RecordCall, Item = OutputOf<One>['item']>(
  key: (id: string) => Key,
  call: One,
  query?: QueryInputOf<One>,
  read = ({ item }: OutputOf<One>) => item as Item,
) {
  return (id: string) =>
    queryOptions({
      queryKey: key(id),
      queryFn: async ({ signal }): Promise<Version<Item>> => {
        const input = { params: { id }, query, signal } as unknown as CallInput<One>;
        const { data, etag } = await client.sendForReply(call, input);
        return { item: read(data), etag };
      },
    });
}

/** A call that returns every record of a list at once. */
type ItemsCall = Call & { readonly output: z.ZodType<{ items: unknown[] }> };

/** Creates the query of a list that is so short that it is fetched whole. */
export function itemsQuery<One extends ItemsCall>(queryKey: Key, call: One, params: ParamsOf<One>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<OutputOf<One>['items']> =>
      (await client.send(call, { params, signal } as unknown as CallInput<One>)).items,
  });
}

/** Fetches the current version of a record from the server, with the query of its kind. */
export function currentOf<Item>(query: (id: string) => FetchQueryOptions<Version<Item>, Error, Version<Item>, Key>) {
  return (record: Subject): Promise<Version<Item>> => fetchFresh(query(paramsOf(record).id));
}
