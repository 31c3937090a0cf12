import type { Call, OutputOf } from '@keyhold/contract';
import type * as z from 'zod';
import type { Key } from '#server/cache/keys.ts';
import { type AccountQuery, sendInAccount } from '#server/client/send-in-account.ts';
import type { AccountScope } from '#session/selected-account.ts';
import type { ListReply, ListSource } from './listing.ts';

interface AccountListOptions<Own extends Call, Item> extends Pick<ListSource<Item>, 'sorts' | 'words'> {
  /** What each request contains. */
  query?: AccountQuery<Own>;
  /** The rows of a reply, where they differ from its items. */
  read?: (reply: OutputOf<Own>) => Item[];
}

/** The source of a list of an account: all its rows of a kind, or those that match a filter. */
export function accountList<
  Own extends Call & { readonly output: z.ZodType<ListReply<unknown>> },
  Item = OutputOf<Own>['items'][number],
>(
  key: (accountId: string, filter: Readonly<Record<string, unknown>>) => Key,
  own: Own,
  providerCall: Call & { output: Own['output'] },
  options: AccountListOptions<Own, Item>,
) {
  const { query = {}, read = ({ items }) => items as Item[], ...rest } = options;
  return (scope: AccountScope, filter: AccountQuery<Own> = {}): ListSource<Item> => ({
    key: key(scope.accountId, filter),
    ...rest,
    fetchRows: async (request, signal) => {
      const reply = await sendInAccount(scope, own, providerCall, { ...query, ...filter, ...request }, signal);
      return { ...reply, items: read(reply) };
    },
  });
}
