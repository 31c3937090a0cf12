import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O and U, which are mistaken for others when read out. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 20;
const group = 5;

/**
 * Makes the key of a new license or add-on license: 100 random bits, from the system's secure source, so that keys
 * cannot be guessed and never repeat.
 *
 * @returns four groups of five characters of Crockford's base32
 * @example
 * newLicenseKey() // 'K7QRM-2F9XD-08WTE-V5B3H'
 */
export function newLicenseKey(): string {
  let key = '';
  for (const [index, byte] of randomBytes(length).entries()) {
    if (index > 0 && index % group === 0) key += '-';
    // 256 is a multiple of 32: every character is as likely as any other.
    key += alphabet[byte % alphabet.length];
  }
  return key;
}
