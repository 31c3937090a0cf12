import { type calls, type OutputOf, resourceIdOf, type User, usageListLimit } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { personText } from '#api/usage-people.ts';
import { userPath } from '#features/users/users.paths.ts';
import { formatNumber } from '#locale/formats.ts';
import { durationText } from '#text/durations.ts';
import { historyText, overviewText } from '#text/usage.ts';
import type { Column } from '#ui/table/column.ts';
import { fitting, textColumn } from '#ui/table/columns.tsx';
import { DataTable, type DataTableProps } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';
import { RowLink } from '#ui/table/row-link.tsx';
import looks from '#ui/theme/looks.module.css';

/** The use of an account's licenses. */
export type Usage = OutputOf<typeof calls.getUsage>;

/** Each tab shows a part of the same reply. */
export interface TabProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The list of a tab, ordered at first by the column whose id is `last`. Below it stands whether the server has cut it. */
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

/** A number, quiet where it is none. */
export function figure(value: number) {
  return <span className={value === 0 ? `${looks.numbers} ${looks.muted}` : looks.numbers}>{formatNumber(value)}</span>;
}

/** A width that a head and its arrow fit into. */
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

export function timeUsedColumn<Row extends { seconds: number }>(): Column<Row> {
  return textColumn('time', historyText.timeUsed, ({ seconds }) => durationText(seconds), {
    width: '120px',
    sort: ({ seconds }) => seconds,
    look: 'numbers',
  });
}

/** The name of a person, which links to them unless they were deleted. */
export function PersonCell({ person }: { person: User | null }) {
  if (!person) return <span className={looks.muted}>{historyText.deletedPerson}</span>;
  return <RowLink to={userPath(resourceIdOf(person.rn))}>{personText(person)}</RowLink>;
}

export function personColumn<Row extends { person: User | null }>(): Column<Row> {
  return textColumn('person', historyText.person, ({ person }) => personText(person), {
    cell: ({ person }) => <PersonCell person={person} />,
  });
}
