import type { User, UserUsage } from '@keyhold/contract';
import { useMemo } from 'react';
import { personIn } from '#api/usage-people.ts';
import { durationText, historyText, overviewText } from '#text/usage.ts';
import { textColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { exactTime } from '#ui/dates.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { RelativeDate } from '#ui/relative-date.tsx';
import { PersonCell, personText } from './person-cell.tsx';
import { CutNote, type TabProps } from './tab.tsx';

interface Row extends UserUsage {
  person: User | null;
}

const sorts = ['last', 'person', 'email', 'uses', 'time'] as const;

/** Who used licenses, how much, and when last. */
export function PeopleTab({ usage, ...rest }: TabProps) {
  const rows = useMemo(
    () => usage?.['by-user'].map((each) => ({ ...each, person: personIn(usage.resources, each.user) })),
    [usage],
  );
  return (
    <>
      <DataTable
        label="people"
        columns={columns}
        rows={rows}
        state={useListState(sorts)}
        {...rest}
        rowKey={({ user }) => user}
        texts={({ person }) => [personText(person), person?.email]}
        empty={<EmptyState title={overviewText.noPeopleTitle}>{overviewText.noPeopleHint}</EmptyState>}
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
  textColumn({
    id: 'email',
    header: overviewText.email,
    width: 1.2,
    text: ({ person }) => person?.email ?? '',
    look: 'muted',
  }),
  {
    id: 'uses',
    header: historyText.uses,
    width: '90px',
    sort: ({ uses }) => uses,
    text: ({ uses }) => String(uses),
    cell: ({ uses }) => <span className="kh-numbers">{uses.toLocaleString('en')}</span>,
  },
  {
    id: 'time',
    header: historyText.timeUsed,
    width: '120px',
    sort: ({ seconds }) => seconds,
    text: ({ seconds }) => durationText(seconds),
    cell: ({ seconds }) => <span className="kh-numbers">{durationText(seconds)}</span>,
  },
  {
    id: 'last',
    header: historyText.lastUsed,
    width: '140px',
    // The usual order is the latest first.
    sort: (row) => -Date.parse(row['last-used-on']),
    text: (row) => exactTime(row['last-used-on']),
    cell: (row) => <RelativeDate value={row['last-used-on']} />,
  },
];
