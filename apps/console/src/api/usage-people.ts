import type { Product, User } from '@keyhold/contract';
import { historyText } from '#text/usage.ts';
import { fullName } from './users.ts';

/** What the replies about use name: products and people. */
export type UsageResources = Readonly<Record<string, Product | User>>;

/** A person that a reply about use names; null when they were deleted since. */
export function personIn(resources: UsageResources, rn: string): User | null {
  const found = resources[rn];
  return found && 'email' in found ? found : null;
}

/** How that person is called. */
export function nameOfPerson(resources: UsageResources, rn: string): string {
  const person = personIn(resources, rn);
  return person ? fullName(person) || person.email : historyText.deletedPerson;
}

/** What a product is called that a reply about use names. */
export function nameOfProduct(resources: UsageResources, rn: string): string {
  const found = resources[rn];
  return found && 'name' in found ? found.name : rn.slice(rn.lastIndexOf(':') + 1);
}
