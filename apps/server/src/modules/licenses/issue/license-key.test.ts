import { parseRn } from '@keyhold/contract';
import { describe, expect, it } from 'vitest';
import { rnOf } from '../../../installation.ts';
import { newLicenseKey } from './license-key.ts';

const keys = Array.from({ length: 20_000 }, newLicenseKey);

describe('A license key', () => {
  it('is four groups of five characters of Crockford base32', () => {
    for (const key of keys) expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  });

  it('never repeats', () => {
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has uniformly distributed characters in every position', () => {
    const places = Array.from({ length: 23 }, (_, place) => place).filter((place) => place % 6 !== 5);
    const expected = keys.length / 32;
    for (const place of places) {
      const counts = new Map<string, number>();
      for (const key of keys) counts.set(key[place] ?? '', (counts.get(key[place] ?? '') ?? 0) + 1);
      expect(counts.size).toBe(32);
      // Ten standard deviations, which only a biased generator exceeds.
      const tolerance = 10 * Math.sqrt(expected);
      for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(tolerance);
    }
  });

  it('fits into a resource name', () => {
    const installation = {
      region: 'eu-1',
      providerAccountId: 'p',
      providerEmailDomain: 'keyhold.example',
      sharedProductId: 'keyhold-studio-shared',
      productTitle: 'Keyhold',
      publicUrl: 'http://localhost:8080',
    };
    const [key = ''] = keys;
    expect(parseRn(rnOf(installation, 'a', 'license', key)).resourceId).toBe(key);
  });
});
