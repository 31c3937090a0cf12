import { resourceIdOf } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { tagsQuery } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { usersQuery } from '#api/users.ts';
import { type ConsumerNames, consumersOfLicense } from './license-words.ts';

/**
 * Names of the users and tags that the policies of these licenses refer to. Users that came with the licenses are not
 * asked for again; lists that nobody refers to are not asked for at all.
 */
export function useConsumerNames(scope: AccountScope, licenses: readonly LicenseWithProduct[]): ConsumerNames {
  const wanted = useMemo(() => {
    const consumers = licenses.map((license) => ({ license, consumers: consumersOfLicense(license) }));
    return {
      users: consumers.some(
        ({ license, consumers: one }) =>
          (one.kind === 'User' && !license.users.has(one.user)) ||
          (license.state.user !== null && !license.users.has(license.state.user)),
      ),
      tags: consumers.some(({ consumers: one }) => one.kind === 'Tags'),
    };
  }, [licenses]);
  const { data: users } = useQuery({ ...usersQuery(scope), enabled: wanted.users });
  const { data: tags } = useQuery({ ...tagsQuery(scope), enabled: wanted.tags });
  return useMemo(() => {
    const emails = new Map(licenses.flatMap((license) => [...license.users].map(([rn, { email }]) => [rn, email])));
    for (const { rn, email } of users ?? []) emails.set(rn, email);
    const names = new Map(tags?.map(({ rn, name }) => [rn, name]));
    return {
      email: (rn) => emails.get(rn) ?? resourceIdOf(rn),
      tag: (rn) => names.get(rn) ?? resourceIdOf(rn),
    };
  }, [licenses, users, tags]);
}
