import { isServiceAccount, type Product, resourceIdOf, type ServiceAccount, type User } from '@keyhold/contract';
import { fullName } from '#data/users.ts';
import { historyText } from '#i18n/text/licensing.ts';

/** Who uses licenses: a user, or a service account. */
export type UsagePerson = User | ServiceAccount;

/** The products, users and service accounts that a reply about usage refers to. */
export type UsageResources = Readonly<Record<string, Product | UsagePerson>>;

/** A user or service account in a reply; null when they were deleted since. */
export function personIn(resources: UsageResources, rn: string): UsagePerson | null {
  const found = resources[rn];
  return found && ('email' in found || isServiceAccount(rn)) ? (found as UsagePerson) : null;
}

/** The display name of a user or service account. */
export function personText(person: Pick<User, 'email' | 'first-name' | 'last-name'> | ServiceAccount | null): string {
  if (!person) return historyText.deletedPerson;
  return 'email' in person ? fullName(person) || person.email : person.name;
}

/** The e-mail of a user; empty for a service account, which has none. */
export function emailOf(person: UsagePerson | null): string {
  return person && 'email' in person ? person.email : '';
}

export function nameOfProduct(resources: UsageResources, rn: string): string {
  const found = resources[rn];
  return found && 'name' in found ? found.name : resourceIdOf(rn);
}
