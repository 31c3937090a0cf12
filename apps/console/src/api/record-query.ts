import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf, QueryInputOf } from '@keyhold/contract';
import { type FetchQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { paramsOf, type Subject, type Version } from './change.ts';
import { client } from './client.ts';
import { fetchFresh } from './query-client.ts';

/** A call that returns one record by its id. */
export type RecordCall = Call & { readonly output: z.ZodType<{ item: unknown }> };

/**
 * Makes the query of one record, by its id, with its version.
 *
 * @param kind the kind of the record, which its key begins with
 * @param read what the console keeps of a reply, where that is not the record as it is sent
 */
export function recordQuery<One extends RecordCall, Item = OutputOf<One>['item']>(
  kind: string,
  call: One,
  query?: QueryInputOf<One>,
  read = ({ item }: OutputOf<One>) => item as Item,
) {
  return (id: string) =>
    queryOptions({
      queryKey: [kind, 'item', id] as const,
      queryFn: async ({ signal }): Promise<Version<Item>> => {
        const input = { params: { id }, query, signal } as unknown as CallInput<One>;
        const { data, etag } = await client.sendForReply(call, input);
        return { item: read(data), etag };
      },
    });
}

/** Fetches the version of a record that the server has now, by the query of its kind. */
export function currentOf<Item, Key extends QueryKey>(
  query: (id: string) => FetchQueryOptions<Version<Item>, Error, Version<Item>, Key>,
) {
  return (record: Subject): Promise<Version<Item>> => fetchFresh(query(paramsOf(record).id));
}
