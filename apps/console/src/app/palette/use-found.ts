import { resourceIdOf } from '@keyhold/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf, licensesSource } from '#api/licenses.ts';
import type { ListSource } from '#api/listing.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, usersSource } from '#api/users.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { userPath } from '#features/users/users.paths.ts';
import { matchingItems, type PaletteItem } from './palette-items.ts';

const most = 6;
/** A single letter finds too much to be worth a request. */
const shortest = 2;

interface Found {
  items: PaletteItem[];
  /** Whether the server has yet to say what it finds of the typed text. */
  pending: boolean;
}

/** People and licenses of the selected account that contain the typed text. */
export function useFound(typed: string): { people: PaletteItem[]; licenses: PaletteItem[]; pending: boolean } {
  const scope = useSelectedAccount();
  const people = useSearch(usersSource(scope), typed, (user) => ({
    id: user.rn,
    label: fullName(user),
    detail: user.email,
    go: { to: userPath(resourceIdOf(user.rn)) },
  }));
  const licenses = useSearch(licensesSource(scope), typed, (license) => ({
    id: license.rn,
    label: keyOf(license),
    detail: [license.certificate.product.name, license.description].filter(Boolean).join(', '),
    go: { to: licensePath(keyOf(license)) },
  }));
  return { people: people.items, licenses: licenses.items, pending: people.pending || licenses.pending };
}

function useSearch<Item>(source: ListSource<Item>, typed: string, item: (one: Item) => PaletteItem): Found {
  const { admin } = useAuthInfo();
  const wanted = typed.trim().slice(0, 200);
  const enabled = admin && wanted.length >= shortest;
  const [search] = useDebouncedValue(wanted, 150);
  const { data, isPlaceholderData, isPending, isError } = useQuery({
    queryKey: [...source.key, 'palette', search],
    queryFn: ({ signal }) => source.ask({ limit: most, search }, signal),
    enabled: enabled && search.length >= shortest,
    placeholderData: keepPreviousData,
  });
  if (!enabled) return { items: [], pending: false };
  const items = data?.items.map(item) ?? [];
  const pending = search !== wanted || ((isPending || isPlaceholderData) && !isError);
  // Hits of an earlier text stay only as far as they contain this one.
  return { items: pending ? matchingItems(items, wanted) : items, pending };
}
