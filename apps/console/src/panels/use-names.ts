import { parseRn, resourceIdOf } from '@keyhold/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { NameOf } from '#api/license-words.ts';
import { rolesQuery, tagQuery } from '#api/roles-and-tags.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { userQuery } from '#api/users.ts';

/** The names of some things of an account. What is not there any more is shown by its id. */
export function useNames(rns: readonly string[], scope: AccountScope): NameOf {
  const ofType = (type: string): string[] => rns.filter((rn) => parseRn(rn).resourceType === type);
  const [users, tags, roles] = [ofType('user'), ofType('tag'), ofType('role')];
  const people = useQueries({ queries: users.map((rn) => userQuery(resourceIdOf(rn))) });
  const labels = useQueries({ queries: tags.map((rn) => tagQuery(resourceIdOf(rn))) });
  const { data: known } = useQuery({ ...rolesQuery(scope), enabled: roles.length > 0 });
  const names = new Map<string, string>();
  for (const { data } of people) if (data) names.set(data.item.rn, data.item.email);
  for (const { data } of labels) if (data) names.set(data.item.rn, data.item.name);
  for (const role of known ?? []) names.set(role.rn, role.name);
  return (rn) => names.get(rn) ?? resourceIdOf(rn);
}
