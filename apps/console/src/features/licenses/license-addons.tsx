import { calls, resourceIdOf } from '@keyhold/contract';
import { Anchor, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { ifMatch } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { paths } from '#paths';
import { addonsText } from '#text/addons.ts';
import { listText } from '#text/lists.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { toastSuccess } from '#ui/toast.tsx';

const sorts = ['name', 'key', 'type', 'description'] as const;

/** The add-ons of a license. */
export function LicenseAddons({ license, etag }: { license: LicenseWithProduct; etag: string | null }) {
  const [unassigning, setUnassigning] = useState<AddonLicenseWithAddon | null>(null);
  const columns = useAddonColumns(setUnassigning);
  const state = useListState(sorts);

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
        state={state}
        error={null}
        onRetry={() => void refresh('license')}
        empty={
          <EmptyState title={addonsText.noneHere}>
            <Anchor component={Link} to={paths.unassignedAddons}>
              {addonsText.title}
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

function addonTexts(license: AddonLicenseWithAddon): string[] {
  const { addon, type } = license.certificate;
  return [keyOf(license), addon.name, type, addon.description];
}

function useAddonColumns(onUnassign: (addon: AddonLicenseWithAddon) => void): Column<AddonLicenseWithAddon>[] {
  return useMemo(
    () => [
      {
        id: 'key',
        header: addonsText.key,
        width: '206px',
        sort: keyOf,
        cell: (addon) => (
          <span className="kh-cut kh-mono" id={`key-${keyOf(addon)}`}>
            {keyOf(addon)}
          </span>
        ),
      },
      {
        id: 'name',
        header: addonsText.name,
        sort: ({ certificate }) => certificate.addon.name,
        cell: ({ certificate }) => <span className="kh-cut">{certificate.addon.name}</span>,
      },
      {
        id: 'type',
        header: addonsText.type,
        width: '120px',
        sort: ({ certificate }) => certificate.type,
        cell: ({ certificate }) => certificate.type,
      },
      {
        id: 'description',
        header: listText.description,
        width: 1.5,
        sort: ({ certificate }) => certificate.addon.description || null,
        cell: ({ certificate }) => <span className="kh-cut kh-muted">{certificate.addon.description}</span>,
      },
      {
        id: 'actions',
        header: listText.actions,
        width: '120px',
        actions: true,
        cell: (addon) => (
          <Button
            variant="default"
            size="xs"
            aria-describedby={`key-${keyOf(addon)}`}
            onClick={() => onUnassign(addon)}
          >
            {addonsText.unassign}
          </Button>
        ),
      },
    ],
    [onUnassign],
  );
}
