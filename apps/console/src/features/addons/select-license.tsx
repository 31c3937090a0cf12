import { calls } from '@keyhold/contract';
import { Button, Modal } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct, licensesSource } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { addonsText } from '#text/addons.ts';
import { licensesText } from '#text/licenses.ts';
import { listText } from '#text/lists.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { useLocalListState } from '#ui/list-state.ts';
import { toastSuccess } from '#ui/toast.tsx';
import { alreadyAssigned } from './already-assigned.ts';

interface SelectLicenseProps {
  /** What is to be assigned; null while nothing is. */
  addon: AddonLicenseWithAddon | null;
  scope: AccountScope;
  onClose: () => void;
}

/** The dialog that asks which license gets an add-on. */
export function SelectLicense({ addon, scope, onClose }: SelectLicenseProps) {
  return (
    <Modal opened={addon !== null} onClose={onClose} title={addonsText.selectLicense} size={980}>
      <LicenseChoice addon={addon} scope={scope} onDone={onClose} />
    </Modal>
  );
}

interface LicenseChoiceProps {
  addon: AddonLicenseWithAddon | null;
  scope: AccountScope;
  onDone: () => void;
}

function LicenseChoice({ addon, scope, onDone }: LicenseChoiceProps) {
  const [refusal, setRefusal] = useState<unknown>(null);
  const busy = useRef(false);
  const source = useMemo(() => licensesSource(scope), [scope]);
  const { total: _, ...list } = useList(source, useLocalListState('key'));

  const assign = async (license: LicenseWithProduct): Promise<void> => {
    if (!addon || busy.current) return;
    const blocked = alreadyAssigned(addon, license);
    if (blocked) {
      setRefusal(new Error(blocked));
      return;
    }
    busy.current = true;
    setRefusal(null);
    try {
      await client.send(calls.addLicenseAddon, { params: { id: keyOf(license) }, body: { addon: addon.rn } });
      toastSuccess(addonsText.assigned);
      onDone();
      await refresh('addon-license');
    } catch (thrown) {
      setRefusal(thrown);
    } finally {
      busy.current = false;
    }
  };
  const columns = useLicenseColumns((license) => void assign(license));
  return (
    <>
      <ErrorAlert error={refusal} />
      <DataTable
        label="licenses"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        empty={<EmptyState title={licensesText.noneTitle}>{licensesText.noneHint}</EmptyState>}
      />
    </>
  );
}

function addonNames({ addons }: LicenseWithProduct): string {
  return addons.map(({ certificate }) => certificate.addon.name).join(', ');
}

function useLicenseColumns(onSelect: (license: LicenseWithProduct) => void): Column<LicenseWithProduct>[] {
  const select = useRef(onSelect);
  select.current = onSelect;
  return useMemo(
    () => [
      {
        id: 'key',
        header: licensesText.key,
        width: '206px',
        sort: keyOf,
        cell: (license) => (
          <span className="kh-cut kh-mono" id={`key-${keyOf(license)}`}>
            {keyOf(license)}
          </span>
        ),
      },
      {
        id: 'product',
        header: licensesText.product,
        sort: ({ certificate }) => certificate.product.name,
        cell: ({ certificate }) => <span className="kh-cut">{certificate.product.name}</span>,
      },
      {
        id: 'description',
        header: listText.description,
        sort: ({ description }) => description || null,
        cell: ({ description }) => <span className="kh-cut kh-muted">{description}</span>,
      },
      {
        id: 'type',
        header: licensesText.type,
        width: '106px',
        sort: ({ certificate }) => certificate.type,
        cell: ({ certificate }) => certificate.type,
      },
      {
        id: 'addons',
        header: addonsText.addons,
        sort: (license) => addonNames(license) || null,
        cell: (license) => <span className="kh-cut kh-muted">{addonNames(license)}</span>,
      },
      {
        id: 'actions',
        header: listText.actions,
        width: '96px',
        actions: true,
        cell: (license) => (
          <Button
            variant="default"
            size="xs"
            aria-describedby={`key-${keyOf(license)}`}
            onClick={() => select.current(license)}
          >
            {addonsText.select}
          </Button>
        ),
      },
    ],
    [],
  );
}

function rowKey({ rn }: LicenseWithProduct): string {
  return rn;
}

function texts(license: LicenseWithProduct): string[] {
  const { product, type } = license.certificate;
  return [keyOf(license), product.name, license.description, type, addonNames(license)];
}
