import { parseRn, resourceIdOf } from '@keyhold/contract';
import { useQueries } from '@tanstack/react-query';
import { rolesSource, tagQuery } from '#data/roles-and-tags.ts';
import { userQuery } from '#data/users.ts';
import { listingQuery } from '#lists/engine/use-list.ts';
import { useSideFailure, useSideQuery } from '#server/cache/side-query.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { type NameOf, nameIn } from './license-words.ts';

/**
 * The names of users, tags and roles of an account. A deleted resource is shown by its id.
 *
 * @param known names that need not be fetched
 */
export function useNames(rns: readonly string[], scope: AccountScope, known?: ReadonlyMap<string, string>): NameOf {
  const unnamed = rns.filter((rn) => !known?.has(rn));
  const ofType = (type: string): string[] => unnamed.filter((rn) => parseRn(rn).resourceType === type);
  const people = useQueries({ queries: ofType('user').map((rn) => userQuery(resourceIdOf(rn))) });
  const labels = useQueries({ queries: ofType('tag').map((rn) => tagQuery(resourceIdOf(rn))) });
  const failed = [...people, ...labels].find(({ error }) => error);
  useSideFailure(failed?.error, () => failed?.refetch());
  const allRoles = useSideQuery({ ...listingQuery(rolesSource(scope)), enabled: ofType('role').length > 0 });
  const names = new Map(known);
  for (const { data } of people) if (data) names.set(data.item.rn, data.item.email);
  for (const { data } of labels) if (data) names.set(data.item.rn, data.item.name);
  for (const role of allRoles?.items ?? []) names.set(role.rn, role.name);
  return nameIn(names);
}
