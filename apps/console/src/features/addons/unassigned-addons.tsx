import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AddonLicenseWithAddon, keyOf, unassignedAddonsQuery } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { addonsText } from '#text/addons.ts';
import { listText } from '#text/lists.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { SelectLicense } from './select-license.tsx';

const sorts = ['name', 'key', 'type', 'description'] as const;

/** The add-on licenses of the account that no license has. */
export default function UnassignedAddons() {
  const scope = useSelectedAccount();
  const { data, error, refetch } = useQuery(unassignedAddonsQuery(scope));
  const state = useListState(sorts);
  const [assigning, setAssigning] = useState<AddonLicenseWithAddon | null>(null);
  const columns = useAddonColumns(setAssigning);
  return (
    <>
      <PageHeader title={addonsText.title} aside={<Count of={data} />} />
      <DataTable
        label="addons"
        columns={columns}
        rows={data}
        rowKey={rowKey}
        texts={texts}
        state={state}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={addonsText.noneUnassigned} />}
      />
      <SelectLicense addon={assigning} scope={scope} onClose={() => setAssigning(null)} />
    </>
  );
}

function useAddonColumns(onAssign: (addon: AddonLicenseWithAddon) => void): Column<AddonLicenseWithAddon>[] {
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
        sort: (addon) => `${addon.certificate.addon.name} ${keyOf(addon)}`,
        cell: ({ certificate }) => <span className="kh-cut kh-strong">{certificate.addon.name}</span>,
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
        width: '110px',
        actions: true,
        cell: (addon) => (
          <Button variant="default" size="xs" aria-describedby={`key-${keyOf(addon)}`} onClick={() => onAssign(addon)}>
            {addonsText.assign}
          </Button>
        ),
      },
    ],
    [onAssign],
  );
}

function rowKey({ rn }: AddonLicenseWithAddon): string {
  return rn;
}

function texts(license: AddonLicenseWithAddon): string[] {
  const { addon, type } = license.certificate;
  return [keyOf(license), addon.name, type, addon.description];
}
