import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type AddonLicenseWithAddon, keyOf, unassignedAddonsSource } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
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
  const source = useMemo(() => unassignedAddonsSource(scope), [scope]);
  const { total, ...list } = useList(source, useListState(sorts));
  const [assigning, setAssigning] = useState<AddonLicenseWithAddon | null>(null);
  const columns = useAddonColumns(setAssigning);
  return (
    <>
      <PageHeader title={addonsText.title} aside={<Count of={total} />} />
      <DataTable
        label="addons"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
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
        text: keyOf,
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
        text: ({ certificate }) => certificate.addon.name,
        cell: ({ certificate }) => <span className="kh-cut kh-strong">{certificate.addon.name}</span>,
      },
      {
        id: 'type',
        header: addonsText.type,
        width: '120px',
        sort: ({ certificate }) => certificate.type,
        text: ({ certificate }) => certificate.type,
        cell: ({ certificate }) => certificate.type,
      },
      {
        id: 'description',
        header: listText.description,
        width: 1.5,
        sort: ({ certificate }) => certificate.addon.description || null,
        text: ({ certificate }) => certificate.addon.description,
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
