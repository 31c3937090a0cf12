import {
  createPath,
  type DataRouter,
  matchPath,
  type Path,
  parsePath,
  type RouterNavigateOptions,
  type To,
} from 'react-router';
import { isAboutAccount } from '#screens/screen.ts';
import {
  type AccountScope,
  accountInAddress,
  namedAccount,
  selectAccount,
  selectedAccount,
} from '#session/selected-account.ts';
import { session } from '#session/session.ts';
import { screens } from './screens.ts';

const aboutAccount = screens.filter(isAboutAccount);

function showsAccount(pathname: string): boolean {
  return aboutAccount.some(({ path }) => matchPath(path, pathname));
}

/**
 * An address that names its account, if its screen is about one: the account that the address already names, else the
 * selected one. The user's own is never named.
 *
 * @param current the path of an address without one
 */
export function inAccount(selected: AccountScope | null, path: Partial<Path>, current: string): Partial<Path> {
  const params = new URLSearchParams(path.search);
  const named = params.get(accountInAddress);
  if (!selected || (named === null && selected.isAuthUserAccount)) return path;
  if (!showsAccount(path.pathname ?? current)) return path;
  const { accountId, isAuthUserAccount } = namedAccount(path.search ?? '') ?? selected;
  if (named === (isAuthUserAccount ? null : accountId)) return path;
  if (isAuthUserAccount) params.delete(accountInAddress);
  else params.set(accountInAddress, accountId);
  return { ...path, search: params.size > 0 ? `?${params}` : '' };
}

/**
 * Completes the address that the page is loaded at by the account that this tab selected before. An entry of the history
 * that the console has shown is complete: without an account, it is about the user's own.
 */
export function completeFirstAddress(): void {
  if (window.history.state !== null) return;
  const { pathname, search, hash } = window.location;
  const path = { pathname, search, hash };
  const complete = inAccount(selectedAccount(), path, pathname);
  if (complete !== path) window.history.replaceState(null, '', createPath(complete));
}

/** Selects the account of each address that a router shows. */
export function selectAccountOfAddress(router: DataRouter): void {
  const select = (): void => {
    const { pathname, search } = router.state.location;
    if (!session.current()?.canSwitchAccount || !showsAccount(pathname)) return;
    const named = namedAccount(search);
    selectAccount(named && !named.isAuthUserAccount ? named.accountId : null);
  };
  select();
  let { location } = router.state;
  router.subscribe((state) => {
    if (state.location === location) return;
    ({ location } = state);
    select();
  });
  // The next user may be one who may switch.
  session.subscribe(select);
}

/** A router whose links and navigations lead to screens of the selected account, unless they name another. */
export function withAccountAddresses(router: DataRouter): DataRouter {
  const complete = (path: Partial<Path>): Partial<Path> =>
    inAccount(selectedAccount(), path, router.state.location.pathname);
  const navigate = async (to: To | number | null, options?: RouterNavigateOptions): Promise<void> => {
    if (typeof to === 'number') return router.navigate(to);
    const path = typeof to === 'string' ? parsePath(to) : to;
    const completed = path && complete(path);
    if (completed === path) return router.navigate(to, options);
    // Like any link to the address that is shown already.
    const { location } = router.state;
    const again = createPath({ pathname: location.pathname, ...completed }) === createPath(location);
    return router.navigate(completed, again ? { ...options, replace: true } : options);
  };
  const createHref: DataRouter['createHref'] = (location) =>
    router.createHref(location instanceof URL ? location : { ...location, ...complete(location) });
  return Object.create(router, { navigate: { value: navigate }, createHref: { value: createHref } });
}
