import { type Consumers, consumersOf, type User } from '@keyhold/contract';
import { consumersLine, nameIn } from '#api/license-words.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { wireWord } from '#text/wire.ts';

export function usageOf({ state }: Pick<LicenseWithProduct, 'state'>): 'Available' | 'In use' {
  return state.user === null ? 'Available' : 'In use';
}

export function usageInWords(license: Pick<LicenseWithProduct, 'state'>): string {
  return wireWord(usageOf(license));
}

/** Who may consume a license, in one line. */
export function consumersInWords(license: Pick<LicenseWithProduct, 'names' | 'policies'>): string {
  return consumersLine(consumersOfLicense(license), nameIn(license.names));
}

export function consumersOfLicense({ policies }: Pick<LicenseWithProduct, 'policies'>): Consumers {
  return consumersOf(policies);
}

/** Whether a user can be chosen as a consumer: all but those who may not sign in. */
export function mayConsume({ status }: Pick<User, 'status'>): boolean {
  return status !== 'Inactive';
}
