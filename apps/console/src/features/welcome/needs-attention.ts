import type { LicenseWithProduct } from '#api/licenses.ts';

const near = 30 * 86_400_000;

/** Licenses that end within 30 days. */
export function endingLicenses(licenses: readonly LicenseWithProduct[], now: number): number {
  return licenses.filter(({ certificate }) => {
    const { perpetual, date } = certificate.expiry;
    const end = perpetual || date === null ? Number.NaN : Date.parse(date);
    return end >= now && end <= now + near;
  }).length;
}
