import { useState } from 'react';
import { type AddonLicenseWithAddon, unassignedAddonsSource } from '#data/licenses.ts';
import { addonsText } from '#i18n/text/licensing.ts';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { addonColumns, addonTexts } from '#parts/addons/addon-columns.tsx';
import { restoreAddon } from '#parts/addons/addons.data.ts';
import { useAddonChange } from '#parts/addons/use-addon-change.tsx';
import { useAddonVoid } from '#parts/addons/use-addon-void.tsx';
import { RecentlyRemoved } from '#records/deletion/recently-removed.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { SelectLicense } from './select-license.tsx';

export const loader = listLoader(unassignedAddonsSource);

/** The add-on licenses of the account that are assigned to no license. */
export default function UnassignedAddons() {
  const scope = useSelectedAccount();
  const [assigning, setAssigning] = useState<AddonLicenseWithAddon | null>(null);
  const { change, dialog } = useAddonChange();
  const voiding = useAddonVoid();
  const columns = addonColumns({ label: addonsText.assign, run: setAssigning, change, void: voiding.void });
  const { total, ...list } = useList(unassignedAddonsSource(scope), columns, 'name');
  return (
    <>
      <PageHeader title={addonsText.title} count={total} />
      <DataTable label="addons" {...list} texts={addonTexts} empty={{ title: addonsText.noneUnassigned }} />
      <SelectLicense addon={assigning} scope={scope} onClose={() => setAssigning(null)} />
      {dialog}
      {voiding.dialog}
      <RecentlyRemoved account={scope.accountId} kind="AddonLicense" restore={restoreAddon} />
    </>
  );
}
