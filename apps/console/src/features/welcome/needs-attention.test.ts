import { expect, test } from 'vitest';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { endingLicenses } from './needs-attention.ts';

test('a license is near its end in its last 30 days, not before and not after', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');
  const ending = (date: string | null, perpetual = false) =>
    ({ certificate: { expiry: { perpetual, date, period: null } } }) as LicenseWithProduct;
  expect(endingLicenses([ending('2026-01-31T00:00:00.000Z')], now)).toBe(1);
  expect(endingLicenses([ending('2026-01-31T00:00:00.001Z')], now)).toBe(0);
  expect(endingLicenses([ending('2025-12-31T23:59:59.999Z')], now)).toBe(0);
  expect(endingLicenses([ending(null), ending('2026-01-02T00:00:00.000Z', true)], now)).toBe(0);
});
