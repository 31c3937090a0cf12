import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { addonColumns, addonTexts } from '#addons/addon-columns.tsx';
import { unassignAddon } from '#addons/addons.data.ts';
import { useAddonChange } from '#addons/use-addon-change.tsx';
import type { Version } from '#api/change.ts';
import type { AddonLicenseWithAddon, LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { useConfirmation } from '#confirmation/use-confirmation.tsx';
import { unassignedAddonsPath } from '#features/addons/addons.paths.ts';
import { addonsText } from '#text/addons.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';
import { currentLicense } from './licenses.data.ts';

/** The add-ons of a license, each of which can be unassigned. */
export function LicenseAddons({ of }: { of: Version<LicenseWithProduct> }) {
  const { ask, dialog } = useConfirmation();
  const unassign = (addon: AddonLicenseWithAddon): void =>
    ask({
      words: { title: addonsText.unassignTitle, body: addonsText.unassignBody, confirm: addonsText.unassign },
      danger: true,
      change: { ...of, intent: addon },
      send: unassignAddon,
      current: () => currentLicense(of.item),
    });
  const { change, dialog: changeDialog } = useAddonChange();
  const columns = addonColumns({ label: addonsText.unassign, run: unassign, change });
  const state = useListState(columns, 'name');
  return (
    <>
      <DataTable
        label="addons"
        columns={columns}
        rows={of.item.addons}
        rowKey={({ rn }) => rn}
        texts={addonTexts}
        exportable={false}
        state={state}
        error={null}
        onRetry={() => void refresh('license')}
        empty={{
          title: addonsText.noneHere,
          hint: (
            <Anchor component={Link} to={unassignedAddonsPath}>
              {addonsText.seeUnassigned}
            </Anchor>
          ),
        }}
      />
      {dialog}
      {changeDialog}
    </>
  );
}
