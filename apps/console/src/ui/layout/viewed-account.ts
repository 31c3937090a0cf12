import { createContext, use } from 'react';
import { useLocation } from 'react-router';

/** The account that is viewed, and whether the screen lists records of it. */
export const ViewedAccount = createContext({ accountId: '', isListed: false });

/** State of the address of a list, and of the details that its rows lead to. */
export interface ListOf {
  /** Id of the account whose records are listed; a list that is the same for every account has none. */
  account?: string;
}

/** The state that the address of the screen's list gets. */
export function useListOf(): ListOf {
  const { accountId, isListed } = use(ViewedAccount);
  return isListed ? { account: accountId } : {};
}

/** Whether the state of the address is about the list of another account than the one that is viewed by now. */
export function useIsOfOtherAccount(): boolean {
  const { state }: { state: ListOf | null } = useLocation();
  const { accountId } = use(ViewedAccount);
  return state?.account !== undefined && state.account !== accountId;
}
