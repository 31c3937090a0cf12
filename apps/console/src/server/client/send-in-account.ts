import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf, QueryInputOf } from '@keyhold/contract';
import { type AccountScope, accountParameter } from '#session/selected-account.ts';
import { client } from './client.ts';

/** The query of a call. {@link ListSource.sorts} checks the sort. */
export type AccountQuery<One extends Call> = Partial<Omit<QueryInputOf<One>, 'sort'>> & { sort?: string };

/** Sends a call about an account: the plain call for the user's own, the call for provider staff for any other. */
export function sendInAccount<Own extends Call, OfProvider extends Call & { output: Own['output'] }>(
  scope: AccountScope,
  own: Own,
  providerCall: OfProvider,
  query: AccountQuery<Own>,
  signal: AbortSignal,
): Promise<OutputOf<Own>> {
  const call = scope.isAuthUserAccount ? own : providerCall;
  const input = { query: { ...query, ...accountParameter(scope) }, signal };
  return client.send(call, input as unknown as CallInput<Own | OfProvider>);
}
