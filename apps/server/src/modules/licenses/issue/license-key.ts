import { randomGroups } from '../../../secrets/random-secret.ts';

/**
 * Creates the key of a new license or add-on license: 100 random bits, so that keys cannot be guessed and do not
 * repeat.
 *
 * @returns four groups of five characters of Crockford's base32
 * @example
 * newLicenseKey() // 'K7QRM-2F9XD-08WTE-V5B3H'
 */
export function newLicenseKey(): string {
  return randomGroups(4, 5);
}
