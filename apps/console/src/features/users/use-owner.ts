import { resourceIdOf } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, accountsQuery } from '#api/accounts.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';

/** The rn of the account's owner; null without one, and for whoever does not see accounts. */
export function useOwner({ accountId }: AccountScope): string | null {
  const { canSwitchAccount } = useAuthInfo();
  const { data } = useQuery({ ...accountsQuery(), enabled: canSwitchAccount });
  const found = data?.items.find(({ rn }) => resourceIdOf(rn) === accountId);
  const beyond = useQuery({ ...accountQuery(accountId), enabled: data?.extent === 'long' && !found });
  return (found ?? beyond.data?.item)?.owner ?? null;
}
