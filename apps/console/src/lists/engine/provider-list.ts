import type { Call, OutputOf } from '@keyhold/contract';
import type * as z from 'zod';
import type { Key } from '#server/cache/keys.ts';
import { sendQuery } from '#server/client/send-query.ts';
import type { ListReply, ListSource } from './listing.ts';

/** The source of a list that belongs to no account, which the server has for provider staff. */
export function providerList<Of extends Call & { readonly output: z.ZodType<ListReply<unknown>> }>(
  key: Key,
  call: Of,
  options: Pick<ListSource<unknown>, 'sorts' | 'words'>,
): ListSource<OutputOf<Of>['items'][number]> {
  return {
    key,
    ...options,
    fetchRows: (query, signal) => sendQuery(call, query, signal),
  };
}
