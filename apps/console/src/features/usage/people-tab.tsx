import type { User, UserUsage } from '@keyhold/contract';
import { personIn } from '#api/usage-people.ts';
import { historyText, overviewText } from '#text/usage.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Column } from '#ui/table/column.ts';
import { textColumn } from '#ui/table/columns.tsx';
import { countColumn, lastColumn, personColumn, personText, timeUsedColumn } from './usage-columns.tsx';
import { type TabProps, UsageTable } from './usage-table.tsx';

interface Row extends UserUsage {
  person: User | null;
}

export function PeopleTab({ usage, ...rest }: TabProps) {
  const rows = usage?.['by-user'].map((each) => ({ ...each, person: personIn(usage.resources, each.user) }));
  return (
    <UsageTable
      label="people"
      columns={columns}
      rows={rows}
      {...rest}
      rowKey={({ user }) => user}
      texts={({ person }) => [personText(person), person?.email]}
      empty={<EmptyState title={overviewText.noPeopleTitle}>{overviewText.noPeopleHint}</EmptyState>}
    />
  );
}

const columns: readonly Column<Row>[] = [
  personColumn(),
  textColumn({
    id: 'email',
    header: overviewText.email,
    width: 1.2,
    text: ({ person }) => person?.email ?? '',
    look: 'muted',
  }),
  countColumn('uses', historyText.uses, ({ uses }) => uses),
  timeUsedColumn(),
  lastColumn(historyText.lastUsed, '140px', (row) => row['last-used-on']),
];
