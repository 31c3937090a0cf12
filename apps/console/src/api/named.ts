import { type Resource, resourceIdOf } from '@keyhold/contract';
import { compareNames, listed } from '#locale/formats.ts';

/** A role or a tag that a reply refers to. */
export interface Named {
  rn: string;
  name: string;
}

/** The names behind rns. One that the reply does not name is shown by its id. */
export function named(rns: readonly string[], resources: Readonly<Record<string, Resource>> | undefined): Named[] {
  return rns
    .map((rn) => {
      const found = resources?.[rn];
      return { rn, name: found && 'name' in found ? found.name : resourceIdOf(rn) };
    })
    .sort((a, b) => compareNames(a.name, b.name));
}

export function nameList(things: readonly Named[]): string {
  return listed(things.map(({ name }) => name));
}
