// The sign-in page loads this, and nothing else of the contract.
import { accountIdOf, resourceIdOf } from '@keyhold/contract/rn';
import { useSyncExternalStore } from 'react';
import { errorText } from '#i18n/text/every-page.ts';
import { tabStorage } from '#ui/browser-storage.ts';
import { createStore } from '#ui/store.ts';
import { selectionEntry, session } from './session.ts';
import { useAuthInfo } from './use-session.ts';

/** Counts the selections, so that components follow them. The selection itself is stored with the tab. */
const selections = createStore(0);

function read(): string | null {
  return tabStorage.getItem(selectionEntry);
}

/**
 * Selects the account to show; null selects the user's own. The selection lasts for the tab, until its session ends.
 *
 * @throws {Error} "You don't have authorization for this action." without the permission to switch.
 */
export function selectAccount(accountId: string | null): void {
  if (!session.current()?.canSwitchAccount) throw new Error(errorText.noAuthorization);
  if (accountId === read()) return;
  if (accountId === null) tabStorage.removeItem(selectionEntry);
  else tabStorage.setItem(selectionEntry, accountId);
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

/** The parameter of a screen's address that names the account it shows; without it, the user's own. */
export const accountInAddress = 'account';

const accountIdPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The account that the query of an address names; null if it names none, or the user may not switch. */
export function namedAccount(search: string): AccountScope | null {
  const auth = session.current();
  const named = new URLSearchParams(search).get(accountInAddress);
  if (!auth?.canSwitchAccount || named === null || !accountIdPattern.test(named)) return null;
  return scopeOf(auth.user.rn, named);
}

/** The address of a screen in an account. */
export function addressInAccount(path: string, accountId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${accountInAddress}=${accountId}`;
}

/**
 * The selected account: the user's own, unless a user who may switch selected another. The address of a screen about an
 * account selects it.
 */
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

/** The user's own account, outside of components; null when nobody is signed in. */
export function ownAccount(): AccountScope | null {
  const auth = session.current();
  return auth && scopeOf(auth.user.rn, null);
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
