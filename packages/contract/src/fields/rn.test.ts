import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRn, parseRn, resourceTypes } from './rn.ts';
import { rnSchema } from './rn-schema.ts';

const part = fc.stringMatching(/^[^:]+$/);

describe('a resource name', () => {
  it('is parsed as it was formatted', () => {
    fc.assert(
      fc.property(
        part,
        part,
        fc.constantFrom(...resourceTypes),
        part,
        (region, accountId, resourceType, resourceId) => {
          const rn = formatRn(region, accountId, resourceType, resourceId);
          expect(parseRn(rn)).toEqual({ appName: 'keyhold', region, accountId, resourceType, resourceId });
        },
      ),
    );
  });

  it('is refused unless it has five parts', () => {
    for (const text of [
      '',
      'a:b:c:d',
      'a:b:c:d:e:f',
      ':b:c:d:e',
      'a::c:d:e',
      'a:b::d:e',
      'a:b:c::e',
      'a:b:c:d:',
      'user',
    ]) {
      expect(() => parseRn(text)).toThrow('Error parsing rnString');
      expect(rnSchema.safeParse(text).success).toBe(false);
    }
    for (const text of ['a:b:c:d:\u0000', 'a:b:c:d:\ud800']) expect(rnSchema.safeParse(text).success).toBe(false);
  });

  it('cannot be formatted from empty parts or parts with colons', () => {
    expect(() => formatRn('eu:1', 'a', 'user', 'x')).toThrow('Error parsing rnString');
    for (const [region, account, id] of [
      ['', 'a', 'x'],
      ['eu-1', '', 'x'],
      ['eu-1', 'a', ''],
    ] as const) {
      expect(() => formatRn(region, account, 'user', id)).toThrow('Error parsing rnString');
    }
  });
});
