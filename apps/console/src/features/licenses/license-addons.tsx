import { calls, resourceIdOf } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { addonColumns, addonSorts, addonTexts } from '#panels/addon-columns.tsx';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { paths } from '#paths';
import { addonsText } from '#text/addons.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { toastSuccess } from '#ui/toast.tsx';

/** The add-ons that a license has, and taking them from it. */
export function LicenseAddons({ license, etag }: { license: LicenseWithProduct; etag: string | null }) {
  const [unassigning, setUnassigning] = useState<AddonLicenseWithAddon | null>(null);
  const columns = useMemo(() => addonColumns({ label: addonsText.unassign, width: '120px', run: setUnassigning }), []);
  const state = useListState(addonSorts);

  const unassign = async (): Promise<void> => {
    if (!unassigning) return;
    await client.send(calls.removeLicenseAddon, {
      params: { id: keyOf(license), addonId: resourceIdOf(unassigning.rn) },
      headers: ifMatch(etag),
    });
    setUnassigning(null);
    toastSuccess(addonsText.unassigned);
    await refresh('addon-license');
  };
  return (
    <>
      <DataTable
        label="addons"
        columns={columns}
        rows={license.addons}
        rowKey={({ rn }) => rn}
        texts={addonTexts}
        exportable={false}
        state={state}
        error={null}
        onRetry={() => void refresh('license')}
        empty={
          <EmptyState title={addonsText.noneHere}>
            <Anchor component={Link} to={paths.unassignedAddons}>
              {addonsText.seeUnassigned}
            </Anchor>
          </EmptyState>
        }
      />
      <ConfirmDialog
        opened={unassigning !== null}
        title={addonsText.unassignTitle}
        confirmLabel={addonsText.unassign}
        cancelLabel={addonsText.cancel}
        danger
        changes={<RecentChanges rn={license.rn} since={license['updated-on']} />}
        onConfirm={unassign}
        onClose={() => setUnassigning(null)}
      >
        {addonsText.unassignBody}
      </ConfirmDialog>
    </>
  );
}
