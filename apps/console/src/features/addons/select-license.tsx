import { resources } from '@keyhold/contract';
import { type AddonLicenseWithAddon, keyOf, type LicenseWithProduct, licensesSource } from '#data/licenses.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { addonsText, licensesText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { useLocalListState } from '#lists/engine/list-state.ts';
import { useListRows } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { actionColumn, keyColumn } from '#parts/addons/addon-columns.tsx';
import { assignAddon } from '#parts/addons/addons.data.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { useRun } from '#ui/feedback/use-run.ts';

interface SelectLicenseProps {
  /** The add-on to assign; null while the dialog is closed. */
  addon: AddonLicenseWithAddon | null;
  scope: AccountScope;
  onClose: () => void;
}

export function SelectLicense({ addon, scope, onClose }: SelectLicenseProps) {
  const { busy, error, run, clear } = useRun();
  const close = (): void => {
    if (busy) return;
    clear();
    onClose();
  };
  const assign = (license: LicenseWithProduct): Promise<void> =>
    run(async () => {
      if (!addon) return;
      const blocked = alreadyAssigned(addon, license);
      if (blocked) throw new Error(blocked);
      await assignAddon({ addon, license });
      onClose();
    });
  return (
    <Modal opened={addon !== null} onClose={close} title={addonsText.selectLicense} size={1000} sheet>
      <ErrorAlert error={error} />
      <LicenseChoice scope={scope} onSelect={(license) => void assign(license)} />
    </Modal>
  );
}

/** Why an add-on cannot be assigned to a license: the license has the same add-on, by any add-on license. */
function alreadyAssigned(addonLicense: AddonLicenseWithAddon, license: LicenseWithProduct): string | null {
  const { addon } = addonLicense.certificate;
  if (!license.addons.some(({ certificate }) => certificate.addon.rn === addon.rn)) return null;
  return addonsText.alreadyAssigned({
    addon: addon.description || addon.name,
    license: license.description || keyOf(license),
  });
}

function LicenseChoice({ scope, onSelect }: { scope: AccountScope; onSelect: (license: LicenseWithProduct) => void }) {
  const list = useListRows(licensesSource(scope), useLocalListState('key'));
  return (
    <DataTable
      label="licenses"
      columns={licenseColumns(onSelect)}
      {...list}
      rowKey={({ rn }) => rn}
      texts={licenseTexts}
      exportable={false}
      empty={{ title: licensesText.noneTitle, hint: licensesText.noneHint }}
    />
  );
}

function addonNames({ addons }: LicenseWithProduct): string {
  return formatList(addons.map(({ certificate }) => certificate.addon.name));
}

function licenseColumns(onSelect: (license: LicenseWithProduct) => void): Column<LicenseWithProduct>[] {
  return [
    keyColumn(licensesText.key),
    textColumn('product', licensesText.product, ({ certificate }) => certificate.product.name, { width: 1.2 }),
    ...textColumns<LicenseWithProduct>(resources.license, 1).map((column) => ({ visible: 'wide' as const, ...column })),
    textColumn('type', licensesText.type, ({ certificate }) => wireWord(certificate.type), { width: '106px' }),
    textColumn('addons', addonsText.addons, addonNames, { look: 'muted' }),
    actionColumn({ label: addonsText.select, run: onSelect }),
  ];
}

/** The texts that the search covers. */
export function licenseTexts(license: LicenseWithProduct): string[] {
  const { product, type } = license.certificate;
  const own = searchedTexts(resources.license, license);
  return [keyOf(license), product.name, ...own, type, wireWord(type), addonNames(license)];
}
