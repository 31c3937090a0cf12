import { randomBytes } from 'node:crypto';

/** Crockford's base32: without the easily confused characters I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20;
const group = 5;

/**
 * Creates the key of a new license or add-on license: 100 bits from the system's secure random source, so that keys
 * cannot be guessed and do not repeat.
 *
 * @returns four groups of five characters of Crockford's base32
 * @example
 * newLicenseKey() // 'K7QRM-2F9XD-08WTE-V5B3H'
 */
export function newLicenseKey(): string {
  let key = '';
  for (const [index, byte] of randomBytes(length).entries()) {
    if (index > 0 && index % group === 0) key += '-';
    // 256 is a multiple of 32, so all characters are equally likely.
    key += alphabet[byte % alphabet.length];
  }
  return key;
}
