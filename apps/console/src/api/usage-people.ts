import type { Product, User } from '@keyhold/contract';
import { historyText } from '#text/usage.ts';
import { fullName } from './users.ts';

/** The products and users that a reply about usage refers to. */
export type UsageResources = Readonly<Record<string, Product | User>>;

/** A user of a reply; null when they were deleted since. */
export function personIn(resources: UsageResources, rn: string): User | null {
  const found = resources[rn];
  return found && 'email' in found ? found : null;
}

export function nameOfPerson(resources: UsageResources, rn: string): string {
  const person = personIn(resources, rn);
  return person ? fullName(person) || person.email : historyText.deletedPerson;
}

export function nameOfProduct(resources: UsageResources, rn: string): string {
  const found = resources[rn];
  return found && 'name' in found ? found.name : rn.slice(rn.lastIndexOf(':') + 1);
}
