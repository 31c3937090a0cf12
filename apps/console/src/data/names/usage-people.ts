import { type Product, resourceIdOf, type User } from '@keyhold/contract';
import { fullName } from '#data/users.ts';
import { historyText } from '#i18n/text/licensing.ts';

/** The products and users that a reply about usage refers to. */
export type UsageResources = Readonly<Record<string, Product | User>>;

/** A user in a reply; null when the user was deleted since. */
export function personIn(resources: UsageResources, rn: string): User | null {
  const found = resources[rn];
  return found && 'email' in found ? found : null;
}

/** The display name of a user. */
export function personText(person: Pick<User, 'email' | 'first-name' | 'last-name'> | null): string {
  return person ? fullName(person) || person.email : historyText.deletedPerson;
}

export function nameOfProduct(resources: UsageResources, rn: string): string {
  const found = resources[rn];
  return found && 'name' in found ? found.name : resourceIdOf(rn);
}
