import { type calls, type OutputOf, usageListLimit } from '@keyhold/contract';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { listText } from '#text/lists.ts';
import { overviewText } from '#text/usage.ts';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';

/** The use of an account's licenses. */
export type Usage = OutputOf<typeof calls.getUsage>;

/** Each tab shows a part of the same reply. */
export interface TabProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  error: unknown;
  onRetry: () => void;
}

interface UsageTableProps<Row> extends Omit<TabProps, 'usage'> {
  /** What is listed, in the plural and lower case. */
  label: keyof typeof listText.lists;
  /** Without another order, by the one whose id is `last`. */
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The texts that the search looks into. */
  texts: (row: Row) => readonly (string | undefined)[];
  empty: ReactNode;
}

/** The list of a tab. Below it stands whether the server has cut it. */
export function UsageTable<Row>({ columns, rows, ...table }: UsageTableProps<Row>) {
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
