import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf, QueryInputOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Version } from './change.ts';
import { client } from './client.ts';

/** A call that returns one record by its id. */
type RecordCall = Call & { readonly output: z.ZodType<{ item: unknown }> };

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
