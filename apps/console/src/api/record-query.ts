import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf } from '@keyhold/contract';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { type Version, versionOf } from './change.ts';
import { client } from './client.ts';

/** A call that returns one record by its id. */
type RecordCall = Call & { readonly output: z.ZodType<{ item: unknown }> };

/**
 * Makes the query of one record, by its id, with its version.
 *
 * @param kind the kind of the record, which its key begins with
 */
export function recordQuery<One extends RecordCall>(kind: string, call: One) {
  return (id: string) =>
    queryOptions({
      queryKey: [kind, 'item', id] as const,
      queryFn: ({ signal }): Promise<Version<OutputOf<One>['item']>> =>
        versionOf(client.sendForReply(call, { params: { id }, signal } as unknown as CallInput<One>)),
    });
}
