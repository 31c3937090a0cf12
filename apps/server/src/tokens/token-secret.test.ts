import { describe, expect, it } from 'vitest';
import { hashOfToken, isTokenSecret, newTokenSecret } from './token-secret.ts';

/** Their checksums were computed by another implementation of CRC-32. */
const known = [
  'kh_00000000000000000000000000000000000000000002CZclj',
  'kh_4fT9aZq0Yw7sKp2mLx5vBn8cRd1eGh3jTu6iOf9aSd416C64u',
  'kh_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz0UsatS',
  'kh_RmNoSMIuUBH0JEis3V3o05cT0oeF8jPpldzOEbssdHB00vSSh',
];

describe('The secret of a token', () => {
  it('is kh_, 43 characters and their checksum', () => {
    for (let made = 0; made < 200; made += 1) {
      const secret = newTokenSecret();
      expect(secret).toMatch(/^kh_[0-9A-Za-z]{49}$/);
      expect(hashOfToken(secret)).toHaveLength(32);
    }
  });

  it('has a standard CRC-32 checksum', () => {
    for (const secret of known) expect([secret, hashOfToken(secret)?.length]).toEqual([secret, 32]);
  });

  it('is rejected when a character is wrong, missing or superfluous', () => {
    for (const secret of known) {
      const wrong = [secret.replace(/.$/, '!'), secret.slice(0, -1), `${secret}0`, secret.toLowerCase(), `x${secret}`];
      const swapped = secret.slice(0, 3) + secret[4] + secret[3] + secret.slice(5);
      for (const one of swapped === secret ? wrong : [...wrong, swapped]) {
        expect([one, one === secret ? null : hashOfToken(one)]).toEqual([one, null]);
      }
    }
  });

  it('is distinguished from a session token by its prefix', () => {
    expect([isTokenSecret('kh_nonsense'), isTokenSecret('eyJhbGciOiJFZDI1NTE5In0.e30.AAAA')]).toEqual([true, false]);
  });
});
