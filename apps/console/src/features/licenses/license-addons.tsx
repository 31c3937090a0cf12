import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { AddonLicenseWithAddon, LicenseWithProduct } from '#data/licenses.ts';
import { unassignedAddonsPath } from '#features/addons/addons.paths.ts';
import { addonsText } from '#i18n/text/licensing.ts';
import { useListState } from '#lists/engine/list-state.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { addonColumns, addonTexts } from '#parts/addons/addon-columns.tsx';
import { unassignAddon } from '#parts/addons/addons.data.ts';
import { useAddonChange } from '#parts/addons/use-addon-change.tsx';
import { useAddonVoid } from '#parts/addons/use-addon-void.tsx';
import { useConfirmation } from '#records/confirmation/use-confirmation.tsx';
import { refresh } from '#server/cache/query-client.ts';
import type { Version } from '#server/client/version.ts';
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
  const voiding = useAddonVoid();
  const columns = addonColumns({ label: addonsText.unassign, run: unassign, change, void: voiding.void });
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
      {voiding.dialog}
    </>
  );
}
