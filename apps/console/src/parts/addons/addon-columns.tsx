import { resources } from '@keyhold/contract';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { type AddonLicenseWithAddon, keyOf } from '#data/licenses.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { addonsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { actionsColumn, fitting, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { ChangeButton } from '#ui/button/change-button.tsx';
import looks from '#ui/theme/looks.module.css';

/** The texts that the search of add-ons matches. */
export function addonTexts(license: AddonLicenseWithAddon): string[] {
  const { addon, type } = license.certificate;
  const own = searchedTexts(resources.addonLicense, license);
  return [keyOf(license), addon.name, type, wireWord(type), addon.description, ...own];
}

interface RowAction<Row> {
  label: string;
  run: (row: Row) => void;
  /** Opens the form of a row's texts; missing if the user may not change them. */
  change?: ((row: Row) => void) | undefined;
  /** Voids a row; missing if the user may not. */
  void?: ((row: Row) => void) | undefined;
}

export function addonColumns(action: RowAction<AddonLicenseWithAddon>): Column<AddonLicenseWithAddon>[] {
  return [
    keyColumn(addonsText.key),
    textColumn('name', addonsText.name, ({ certificate }) => certificate.addon.name, {
      sort: (addon) => `${addon.certificate.addon.name} ${keyOf(addon)}`,
      look: 'strong',
    }),
    textColumn('type', addonsText.type, ({ certificate }) => wireWord(certificate.type), { width: '120px' }),
    textColumn('description', fieldNames.description, ({ certificate }) => certificate.addon.description, {
      width: 1.5,
      look: 'muted',
    }),
    ...textColumns<AddonLicenseWithAddon>(resources.addonLicense, 1),
    actionColumn(action),
  ];
}

/** The key of a license or an add-on, as plain text; it describes the row's action. */
export function keyColumn<Row extends { rn: string }>(header: string): Column<Row> {
  return textColumn('key', header, keyOf, {
    width: '200px',
    cell: (row) => (
      <span className={`${looks.cut} ${looks.mono}`} id={`key-${keyOf(row)}`}>
        {keyOf(row)}
      </span>
    ),
  });
}

export function actionColumn<Row extends { rn: string }>(action: RowAction<Row>): Column<Row> {
  const { label, run, change, void: withdraw } = action;
  // In addition to the label: the paddings of button and cell, and the buttons beside it.
  return actionsColumn(fitting([label], 66 + (change ? 36 : 0) + (withdraw ? 36 : 0)), (row) => (
    <Group gap={4} wrap="nowrap">
      <Button size="xs" aria-describedby={`key-${keyOf(row)}`} onClick={() => run(row)}>
        {label}
      </Button>
      {change && <ChangeButton name={keyOf(row)} onClick={() => change(row)} />}
      {withdraw && (
        <ActionIcon aria-label={addonsText.voidNamed({ key: keyOf(row) })} onClick={() => withdraw(row)}>
          <IconBan size={16} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      )}
    </Group>
  ));
}
