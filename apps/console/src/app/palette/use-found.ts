import { resourceIdOf } from '@keyhold/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf, licensesSource } from '#api/licenses.ts';
import type { ListSource } from '#api/listing.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { fullName, usersSource } from '#api/users.ts';
import { paths } from '#paths';
import type { PaletteItem } from './palette-items.ts';

const most = 6;
/** A single letter finds too much to be worth a request. */
const shortest = 2;

/** People and licenses of the account that is looked at, in which what is typed occurs. */
export function useFound(typed: string): { people: PaletteItem[]; licenses: PaletteItem[] } {
  const scope = useSelectedAccount();
  const people = useSearch(usersSource(scope), typed, (user) => ({
    id: user.rn,
    label: fullName(user),
    detail: user.email,
    go: { to: paths.user(resourceIdOf(user.rn)) },
  }));
  const licenses = useSearch(licensesSource(scope), typed, (license) => ({
    id: license.rn,
    label: keyOf(license),
    detail: [license.certificate.product.name, license.description].filter(Boolean).join(', '),
    go: { to: paths.license(keyOf(license)) },
  }));
  return { people, licenses };
}

function useSearch<Item>(source: ListSource<Item>, typed: string, item: (one: Item) => PaletteItem): PaletteItem[] {
  const { admin } = useAuthInfo();
  const [search] = useDebouncedValue(typed.trim().slice(0, 200), 150);
  const wanted = admin && search.length >= shortest;
  const { data } = useQuery({
    queryKey: [...source.key, 'palette', search],
    queryFn: ({ signal }) => source.ask({ limit: most, search }, signal),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return wanted ? (data?.items.map(item) ?? []) : [];
}
