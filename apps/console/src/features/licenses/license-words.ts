import { type Consumers, consumersOf, type Expiry, resourceIdOf, type User } from '@keyhold/contract';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { consumersText, licensesText } from '#text/licenses.ts';

/** When a license ends, as it is shown: a date, or words. Perpetual comes first, then the date, then the period. */
export function expiryOf({ perpetual, date, period }: Expiry): { date: string } | { words: string } {
  if (perpetual) return { words: licensesText.none };
  if (date !== null) return { date };
  if (period !== null) return { words: licensesText.daysAfterActivation(period) };
  return { words: licensesText.unknown };
}

/** Whether somebody holds the license. */
export function usageOf({ state }: Pick<LicenseWithProduct, 'state'>): string {
  return state.user === null ? licensesText.available : licensesText.inUse;
}

/** How a user or a tag that a license refers to is called; one that the reply did not name is shown by its id. */
export function nameIn({ names }: Pick<LicenseWithProduct, 'names'>, rn: string): string {
  return names.get(rn) ?? resourceIdOf(rn);
}

/** Who may consume a license, in one line. */
export function consumersInWords(license: Pick<LicenseWithProduct, 'names' | 'policies'>): string {
  const consumers = consumersOfLicense(license);
  const name = (rn: string): string => nameIn(license, rn);
  switch (consumers.kind) {
    case 'User':
      return consumersText.userIs(name(consumers.user));
    case 'Tags':
      return consumersText.tagsAre(consumers.tags.map(name).sort().join(', '));
    default:
      return consumers.kind;
  }
}

/** The consumers that a license's policies say. */
export function consumersOfLicense({ policies }: Pick<LicenseWithProduct, 'policies'>): Consumers {
  return consumersOf(policies);
}

/** Whether a user can be chosen as a consumer: all but those who may not sign in. */
export function mayConsume({ status }: Pick<User, 'status'>): boolean {
  return status !== 'Inactive';
}
