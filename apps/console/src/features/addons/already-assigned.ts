import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { addonsText } from '#text/addons.ts';

/** Why an add-on cannot be assigned to a license: it has the same add-on, whichever add-on license brought it. */
export function alreadyAssigned(addonLicense: AddonLicenseWithAddon, license: LicenseWithProduct): string | null {
  const { addon } = addonLicense.certificate;
  if (!license.addons.some(({ certificate }) => certificate.addon.rn === addon.rn)) return null;
  return addonsText.alreadyAssigned({
    addon: addon.description || addon.name,
    license: license.description || keyOf(license),
  });
}
