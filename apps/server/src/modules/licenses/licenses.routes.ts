import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import type { Totals } from '../../lists/totals.ts';
import { listAccountAddonLicenses, listAddonLicenses } from './addon-licenses-list.ts';
import { issueAddonLicenses, issueLicenses } from './issue-licenses.ts';
import { addLicenseAddon, removeLicenseAddon } from './license-addons.ts';
import { setLicensePolicies } from './license-policies.ts';
import { updateLicenseStatus, updateLicenseTerms } from './license-terms.ts';
import { getLicense, unassignLicense, updateLicense } from './licenses.ts';
import { listAccountLicenses, listLicenses } from './licenses-list.ts';
import { getAccountLicensingStrategy, getLicensingStrategy } from './licensing-strategy.ts';
import { moveLicense } from './move-license.ts';

export function bindLicenses(binder: Binder, totals: Totals): void {
  binder.operation(calls.listLicenses, listLicenses(totals));
  binder.operation(calls.listAccountLicenses, listAccountLicenses(totals));
  binder.operation(calls.getLicense, getLicense);
  binder.operation(calls.updateLicense, updateLicense);
  binder.operation(calls.setLicensePolicies, setLicensePolicies);
  binder.operation(calls.unassignLicense, unassignLicense);
  binder.operation(calls.issueLicenses, issueLicenses);
  binder.operation(calls.issueAddonLicenses, issueAddonLicenses);
  binder.operation(calls.updateLicenseStatus, updateLicenseStatus);
  binder.operation(calls.updateLicenseTerms, updateLicenseTerms);
  binder.operation(calls.moveLicense, moveLicense);
  binder.operation(calls.getLicensingStrategy, getLicensingStrategy);
  binder.operation(calls.getAccountLicensingStrategy, getAccountLicensingStrategy);
  binder.operation(calls.listAddonLicenses, listAddonLicenses(totals));
  binder.operation(calls.listAccountAddonLicenses, listAccountAddonLicenses(totals));
  binder.operation(calls.addLicenseAddon, addLicenseAddon);
  binder.operation(calls.removeLicenseAddon, removeLicenseAddon);
}
