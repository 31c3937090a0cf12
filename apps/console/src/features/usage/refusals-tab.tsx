import type { Denial, User } from '@keyhold/contract';
import { useMemo } from 'react';
import { nameOfProduct, personIn } from '#api/usage-people.ts';
import { historyText, overviewText, reasonText } from '#text/usage.ts';
import { textColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { exactTime } from '#ui/dates.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { RelativeDate } from '#ui/relative-date.tsx';
import { PersonCell, personText } from './person-cell.tsx';
import { CutNote, type TabProps } from './tab.tsx';

interface Row extends Denial {
  person: User | null;
  productName: string;
}

const sorts = ['last', 'person', 'product', 'reason', 'times', 'device'] as const;

/** Who wanted a license and got none, and why. */
export function RefusalsTab({ usage, ...rest }: TabProps) {
  const rows = useMemo(
    () =>
      usage?.denials.map((denial) => ({
        ...denial,
        person: personIn(usage.resources, denial.user),
        productName: nameOfProduct(usage.resources, denial.product),
      })),
    [usage],
  );
  return (
    <>
      <DataTable
        label="refusals"
        columns={columns}
        rows={rows}
        state={useListState(sorts)}
        {...rest}
        rowKey={({ user, product, reason }) => `${user} ${product} ${reason}`}
        texts={(row) => [personText(row.person), row.person?.email, row.productName, reasonText[row.reason]]}
        minWidth={820}
        empty={<EmptyState title={overviewText.noRefusalsTitle}>{overviewText.noRefusalsHint}</EmptyState>}
      />
      <CutNote count={rows?.length} />
    </>
  );
}

const columns: readonly Column<Row>[] = [
  {
    id: 'person',
    header: historyText.person,
    sort: ({ person }) => personText(person),
    text: ({ person }) => personText(person),
    cell: ({ person }) => <PersonCell person={person} />,
  },
  textColumn({ id: 'product', header: overviewText.product, text: ({ productName }) => productName }),
  textColumn({ id: 'reason', header: historyText.reason, width: 1.3, text: ({ reason }) => reasonText[reason] }),
  {
    id: 'times',
    header: historyText.times,
    width: '90px',
    sort: ({ count }) => count,
    text: ({ count }) => String(count),
    cell: ({ count }) => <span className="kh-numbers">{count.toLocaleString('en')}</span>,
  },
  {
    id: 'last',
    header: historyText.lastTime,
    width: '130px',
    // The usual order is the latest first.
    sort: (row) => -Date.parse(row['last-on']),
    text: (row) => exactTime(row['last-on']),
    cell: (row) => <RelativeDate value={row['last-on']} />,
  },
  textColumn({ id: 'device', header: historyText.device, text: (row) => row['device-name'], look: 'muted' }),
];
