import { describe, expect, it } from 'vitest';
import { newSecret, secretUri, stepOf } from './one-time-codes.ts';

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('the codes of an authenticator app', () => {
  // The appendix shows eight digits; an app of six shows the last six of them.
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at %i seconds', (seconds, code) => {
    expect(stepOf(secret, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it('are valid one step before and after, and no further', () => {
    const at = (seconds: number) => stepOf(secret, '005924', new Date(seconds * 1000));
    const step = Math.floor(1234567890 / 30);
    expect(at(1234567890 - 30)).toBe(step);
    expect(at(1234567890 + 30)).toBe(step);
    expect(at(1234567890 - 60)).toBeNull();
    expect(at(1234567890 + 60)).toBeNull();
  });

  it('are accepted with spaces and hyphens, and nothing else is a code', () => {
    const time = new Date(1234567890 * 1000);
    expect(stepOf(secret, ' 005 924 ', time)).toBe(Math.floor(1234567890 / 30));
    expect(stepOf(secret, '005-924', time)).toBe(Math.floor(1234567890 / 30));
    for (const code of ['', '5924', '0059240', '00592a', '005925', '００５９２４'])
      expect(stepOf(secret, code, time)).toBeNull();
  });

  it('come from a random secret of 160 bits', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
  });

  it('have a URI for QR codes with issuer and e-mail', () => {
    const uri = new URL(secretUri(secret, 'Acme Licenses', 'ada@acme.example'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Acme Licenses:ada@acme.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Acme Licenses',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
