import { resourceIdOf } from '@keyhold/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findQuery } from '#data/find.ts';
import { keyOf } from '#data/licenses.ts';
import { fullName } from '#data/users.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { userPath, usersPath } from '#features/users/users.paths.ts';
import { paletteText } from '#i18n/text/every-page.ts';
import { addressInAccount } from '#session/selected-account.ts';
import { matchingItems, type PaletteItem } from './palette-items.ts';

/** Debounce before the server is searched, in ms. */
const typingPause = 150;

/** The shown number of each kind. */
const most = 6;

/**
 * What provider staff find in every account, with the name of its account. Choosing it selects that account.
 *
 * @param typed the text to find; an empty one finds nothing.
 */
export function useFoundAnywhere(typed: string) {
  const [text] = useDebouncedValue(typed, typingPause);
  const { data, error, isPlaceholderData } = useQuery({
    ...findQuery(text),
    enabled: text !== '' && typed !== '',
    placeholderData: keepPreviousData,
  });
  const settled = data ? !isPlaceholderData : error !== null;
  const pending = typed !== '' && (typed !== text || !settled);
  const found = typed === '' ? undefined : data;
  // Hits of an earlier text stay only if they match the current one.
  const shown = (items: readonly PaletteItem[]) => (pending ? matchingItems(items, typed) : items).slice(0, most);
  const into = (path: string, { rn }: { readonly rn: string }) => ({ to: addressInAccount(path, resourceIdOf(rn)) });
  const groups = found
    ? [
        // A customer's name is in the e-mails of its people, too.
        {
          title: paletteText.accounts,
          items: shown(
            found.accounts.map((account) => ({
              id: account.rn,
              label: account.name,
              detail: account['customer-number'],
              go: into(usersPath, account),
            })),
          ),
        },
        {
          title: paletteText.people,
          items: shown(
            found.users.map((user) => ({
              id: user.rn,
              label: fullName(user),
              detail: `${user.email}, ${user.account.name}`,
              go: into(userPath(resourceIdOf(user.rn)), user.account),
            })),
          ),
        },
        {
          title: paletteText.licenses,
          items: shown(
            found.licenses.map((license) => ({
              id: license.rn,
              label: keyOf(license),
              detail: [license['order-reference'], license.description, license.account.name]
                .filter(Boolean)
                .join(', '),
              go: into(licensePath(keyOf(license)), license.account),
            })),
          ),
        },
      ]
    : [];
  return { groups, pending, failure: error };
}
