import type { WaitingUsage } from '@keyhold/contract';
import { emailOf, personText } from '#data/names/usage-people.ts';
import { durationText } from '#i18n/text/durations.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { latestColumn, textColumn } from '#lists/columns/columns.tsx';
import {
  countColumn,
  personColumn,
  productColumn,
  type TabProps,
  UsageTable,
  type WithNames,
  withNames,
} from './usage-table.tsx';

type WaitingRow = WithNames<WaitingUsage>;

/** The users who waited for a license: how long, and who gave up. */
export function WaitingTab({ usage, ...rest }: TabProps) {
  return (
    <UsageTable
      label="waiting"
      columns={waitingColumns}
      rows={withNames(usage, ({ waiting }) => waiting)}
      {...rest}
      rowKey={({ user, product }) => `${user} ${product}`}
      texts={({ person, productName }) => [personText(person), emailOf(person), productName]}
      empty={{ title: overviewText.noWaitingTitle, hint: overviewText.noWaitingHint }}
    />
  );
}

function timeColumn(id: 'total-ms' | 'longest-ms', header: string): Column<WaitingRow> {
  return textColumn(id, header, (row) => durationText(row[id] / 1000), {
    width: '120px',
    sort: (row) => row[id],
    look: 'numbers',
  });
}

const waitingColumns: readonly Column<WaitingRow>[] = [
  personColumn(),
  productColumn(),
  countColumn('times', historyText.times, ({ count }) => count),
  countColumn('taken', overviewText.gotSeat, ({ taken }) => taken),
  countColumn('gave-up', overviewText.gaveUp, (row) => row['gave-up']),
  timeColumn('total-ms', overviewText.waitedFor),
  timeColumn('longest-ms', overviewText.longestWait),
  latestColumn('last', historyText.lastTime, '130px', 'last-on'),
];
