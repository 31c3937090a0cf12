import { type calls, isServiceAccount, type OutputOf, resourceIdOf, usageListLimit } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { nameOfProduct, personIn, personText, type UsagePerson } from '#data/names/usage-people.ts';
import { serviceAccountPath } from '#features/service-accounts/service-accounts.paths.ts';
import { userPath } from '#features/users/users.paths.ts';
import { formatNumber } from '#i18n/locale/formats.ts';
import { decimalHours, durationText } from '#i18n/text/durations.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { fitting, textColumn } from '#lists/columns/columns.tsx';
import { RowLink } from '#lists/columns/row-link.tsx';
import { useListState } from '#lists/engine/list-state.ts';
import { DataTable, type DataTableProps } from '#lists/table/data-table.tsx';
import looks from '#ui/theme/looks.module.css';

/** The usage of an account's licenses. */
export type Usage = OutputOf<typeof calls.getUsage>;

/** The props of a tab, which shows a part of the shared reply. */
export interface TabProps extends Pick<DataTableProps<unknown>, 'error' | 'onRetry'> {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
}

/** The list of a tab, initially sorted by the column with the id `last`. A note below reports a cut by the server. */
export function UsageTable<Row>({ columns, rows, ...table }: Omit<DataTableProps<Row>, 'state'>) {
  const state = useListState(columns, 'last');
  const isCut = rows && rows.length >= usageListLimit;
  return (
    <>
      <DataTable columns={columns} rows={rows} state={state} {...table} />
      {isCut && (
        <Text c="dimmed" fz="xs" mt="sm">
          {overviewText.cut({ count: rows.length })}
        </Text>
      )}
    </>
  );
}

/** A number, muted where it is 0. */
export function figure(value: number) {
  return <span className={value === 0 ? `${looks.numbers} ${looks.muted}` : looks.numbers}>{formatNumber(value)}</span>;
}

/** The width that fits a column header and its arrow. */
export function fittingHead(header: string): string {
  return fitting([header], 36);
}

export function countColumn<Row>(id: string, header: string, count: (row: Row) => number): Column<Row> {
  return textColumn(id, header, (row) => String(count(row)), {
    width: fittingHead(header),
    sort: count,
    cell: (row) => figure(count(row)),
  });
}

/** The time used, in words on the screen, and in hours as a decimal number in files. */
export function timeUsedColumns<Row extends { seconds: number }>(): Column<Row>[] {
  const { text: _, ...shown } = textColumn<Row>('time', historyText.timeUsed, ({ seconds }) => durationText(seconds), {
    width: '120px',
    sort: ({ seconds }) => seconds,
    look: 'numbers',
  });
  return [
    shown,
    textColumn<Row>('hours', historyText.hours, ({ seconds }) => decimalHours(seconds), { visible: 'never' }),
  ];
}

/** The name of a user or service account, with a link unless they were deleted. */
export function PersonCell({ person }: { person: UsagePerson | null }) {
  if (!person) return <span className={looks.muted}>{historyText.deletedPerson}</span>;
  const path = isServiceAccount(person.rn) ? serviceAccountPath : userPath;
  return <RowLink to={path(resourceIdOf(person.rn))}>{personText(person)}</RowLink>;
}

/** A row of a user with a product, with the names that the reply has for them. */
export type WithNames<Row> = Row & { person: UsagePerson | null; productName: string };

export function withNames<Row extends { user: string; product: string }>(
  usage: Usage | undefined,
  rowsOf: (usage: Usage) => readonly Row[],
): WithNames<Row>[] | undefined {
  return (
    usage &&
    rowsOf(usage).map((row) => ({
      ...row,
      person: personIn(usage.resources, row.user),
      productName: nameOfProduct(usage.resources, row.product),
    }))
  );
}

export function productColumn<Row>(): Column<WithNames<Row>> {
  return textColumn('product', overviewText.product, ({ productName }) => productName);
}

export function personColumn<Row extends { person: UsagePerson | null }>(): Column<Row> {
  return textColumn('person', historyText.person, ({ person }) => personText(person), {
    cell: ({ person }) => <PersonCell person={person} />,
  });
}
