import { accountIdOf, resourceIdOf } from '@keyhold/contract';
import { useSyncExternalStore } from 'react';
import { errorText } from '#text/errors.ts';
import { selectionEntry, session } from './session.ts';
import { createStore } from './store.ts';
import { useAuthInfo } from './use-session.ts';

/** Counts the selections, so that components follow them. The selection itself is stored with the tab. */
const selections = createStore(0);

function read(): string | null {
  return sessionStorage.getItem(selectionEntry);
}

/**
 * Selects the account to show; null selects the user's own. The selection lasts for the tab, until its session ends.
 *
 * @throws {Error} "You don't have authorization for this action." without the permission to switch.
 */
export function selectAccount(accountId: string | null): void {
  if (!session.current()?.canSwitchAccount) throw new Error(errorText.noAuthorization);
  if (accountId === null) sessionStorage.removeItem(selectionEntry);
  else sessionStorage.setItem(selectionEntry, accountId);
  selections.set(selections.get() + 1);
}

/** An account, and whether it is the user's own ({@link sendInAccount}). */
export interface AccountScope {
  accountId: string;
  isAuthUserAccount: boolean;
}

/** The query of a call whose default is the user's own account. */
export function accountParameter({ accountId, isAuthUserAccount }: AccountScope): { account?: string } {
  return isAuthUserAccount ? {} : { account: accountId };
}

/** The selected account: the user's own, unless a user who may switch selected another. */
export function useSelectedAccount(): AccountScope {
  const { user, canSwitchAccount } = useAuthInfo();
  const selected = useSyncExternalStore(selections.subscribe, read);
  return scopeOf(user.rn, canSwitchAccount ? selected : null);
}

/** The selected account, outside of components; null when nobody is signed in. */
export function selectedAccount(): AccountScope | null {
  const auth = session.current();
  return auth && scopeOf(auth.user.rn, auth.canSwitchAccount ? read() : null);
}

/** The account of a record, whichever account is selected. */
export function useScopeOf(rn: string): AccountScope {
  const { user } = useAuthInfo();
  return scopeOf(user.rn, accountIdOf(rn));
}

function scopeOf(ownRn: string, wanted: string | null): AccountScope {
  const own = accountIdOf(ownRn);
  const accountId = wanted ?? own;
  return { accountId, isAuthUserAccount: accountId === own };
}

/** The ids of the signed-in user and their account. */
export function useOwnIds(): { userId: string; accountId: string } {
  const { rn } = useAuthInfo().user;
  return { userId: resourceIdOf(rn), accountId: accountIdOf(rn) };
}
