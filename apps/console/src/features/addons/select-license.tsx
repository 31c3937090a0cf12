import { calls } from '@keyhold/contract';
import { useMemo, useRef, useState } from 'react';
import { client } from '#api/client.ts';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct, licensesSource } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { actionColumn, keyColumn } from '#panels/addon-columns.tsx';
import { addonsText } from '#text/addons.ts';
import { licensesText } from '#text/licenses.ts';
import { descriptionColumn, textColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { useLocalListState } from '#ui/list-state.ts';
import { Modal } from '#ui/modal.tsx';
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
    <Modal opened={addon !== null} onClose={onClose} title={addonsText.selectLicense} size={980} className="kh-sheet">
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
  const select = useRef(assign);
  select.current = assign;
  const columns = useMemo(() => licenseColumns((license) => void select.current(license)), []);
  return (
    <>
      <ErrorAlert error={refusal} />
      <DataTable
        label="licenses"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        exportable={false}
        empty={<EmptyState title={licensesText.noneTitle}>{licensesText.noneHint}</EmptyState>}
      />
    </>
  );
}

function addonNames({ addons }: LicenseWithProduct): string {
  return addons.map(({ certificate }) => certificate.addon.name).join(', ');
}

function licenseColumns(onSelect: (license: LicenseWithProduct) => void): Column<LicenseWithProduct>[] {
  return [
    keyColumn(licensesText.key),
    textColumn({
      id: 'product',
      header: licensesText.product,
      width: 1.2,
      text: ({ certificate }) => certificate.product.name,
    }),
    descriptionColumn(1),
    textColumn({ id: 'type', header: licensesText.type, width: '106px', text: ({ certificate }) => certificate.type }),
    textColumn({ id: 'addons', header: addonsText.addons, text: addonNames, look: 'muted' }),
    actionColumn({ label: addonsText.select, width: '92px', run: onSelect }),
  ];
}

function rowKey({ rn }: LicenseWithProduct): string {
  return rn;
}

function texts(license: LicenseWithProduct): string[] {
  const { product, type } = license.certificate;
  return [keyOf(license), product.name, license.description, type, addonNames(license)];
}
