import { consumersOf } from '@keyhold/contract';
import { consumersLine, nameIn } from '#api/license-words.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';

export function usageOf({ state }: Pick<LicenseWithProduct, 'state'>): 'Available' | 'In use' {
  return state.user === null ? 'Available' : 'In use';
}

/** Who may consume a license, in one line. */
export function consumersInWords(license: Pick<LicenseWithProduct, 'names' | 'policies'>): string {
  return consumersLine(consumersOf(license.policies), nameIn(license.names));
}
