import { accountsSource } from '#api/accounts.ts';
import { licensesSource, unassignedAddonsSource } from '#api/licenses.ts';
import { queryClient } from '#api/query-client.ts';
import { rolesQuery, tagsSource } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { prefetchList } from '#api/use-list.ts';
import { usersSource } from '#api/users.ts';
import { paths } from '#paths';
import type { Screen } from '../screens.ts';

/** What each list's screen will ask for. The screens are in the first load, their queries are not: so they stand here. */
const prefetches: Readonly<Record<string, (scope: AccountScope) => void>> = {
  [paths.accounts]: () => prefetchList(accountsSource),
  [paths.users]: (scope) => prefetchList(usersSource(scope)),
  [paths.roles]: (scope) => void queryClient.prefetchQuery(rolesQuery(scope)),
  [paths.tags]: (scope) => prefetchList(tagsSource(scope)),
  [paths.licenses]: (scope) => prefetchList(licensesSource(scope)),
  [paths.unassignedAddons]: (scope) => prefetchList(unassignedAddonsSource(scope)),
};

/** How long somebody points at a link before they seem to mean it, in ms. */
const meant = 60;

let timer: number | undefined;

/**
 * Fetches a screen's code and its list when somebody is about to open it: when they press its link or come to it by
 * keyboard at once, when they point at it after a moment. A failure is told when the screen is opened.
 */
export function intentOf({ path, load }: Screen, scope: AccountScope) {
  const fetch = (): void => {
    window.clearTimeout(timer);
    void load().catch(() => undefined);
    prefetches[path]?.(scope);
  };
  return {
    onPointerEnter: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(fetch, meant);
    },
    onPointerLeave: () => window.clearTimeout(timer),
    onPointerDown: fetch,
    onFocus: fetch,
  };
}
