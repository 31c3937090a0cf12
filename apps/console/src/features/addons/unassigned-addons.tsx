import { useState } from 'react';
import { addonColumns, addonTexts } from '#addons/addon-columns.tsx';
import { useAddonChange } from '#addons/use-addon-change.tsx';
import { type AddonLicenseWithAddon, unassignedAddonsSource } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { listLoader, useList } from '#api/use-list.ts';
import { addonsText } from '#text/addons.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { SelectLicense } from './select-license.tsx';

export const loader = listLoader(unassignedAddonsSource);

/** The add-on licenses of the account that are assigned to no license. */
export default function UnassignedAddons() {
  const scope = useSelectedAccount();
  const [assigning, setAssigning] = useState<AddonLicenseWithAddon | null>(null);
  const { change, dialog } = useAddonChange();
  const columns = addonColumns({ label: addonsText.assign, run: setAssigning, change });
  const { total, ...list } = useList(unassignedAddonsSource(scope), columns, 'name');
  return (
    <>
      <PageHeader title={addonsText.title} count={total} />
      <DataTable label="addons" {...list} texts={addonTexts} empty={{ title: addonsText.noneUnassigned }} />
      <SelectLicense addon={assigning} scope={scope} onClose={() => setAssigning(null)} />
      {dialog}
    </>
  );
}
