import { type LicenseUsage, resourceIdOf } from '@keyhold/contract';
import { Group } from '@mantine/core';
import { nameOfProduct, personIn, personText, type UsagePerson } from '#data/names/usage-people.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { fittingBadges, textColumn } from '#lists/columns/columns.tsx';
import { useListFilter } from '#lists/table/list-filter.tsx';
import { exactTime } from '#ui/date/dates.ts';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { countColumn, fittingHead, PersonCell, type TabProps, timeUsedColumns, UsageTable } from './usage-table.tsx';

type Row = LicenseUsage & { key: string; productName: string; person: UsagePerson | null };

const filters = { unused: overviewText.neverUsed };
const none = { title: overviewText.noLicensesTitle, hint: overviewText.noLicensesHint };

/** The licenses, with those never used first. */
export function LicensesTab({ usage, ...rest }: TabProps) {
  const { filter, button, empty } = useListFilter(filters, none);
  const all = usage?.['by-license'].map((each) => ({
    ...each,
    key: resourceIdOf(each.license),
    productName: nameOfProduct(usage.resources, each.product),
    person: each['last-user'] === null ? null : personIn(usage.resources, each['last-user']),
  }));
  const rows = filter ? all?.filter((row) => row['last-used-on'] === null && !row['in-use']) : all;
  return (
    <>
      {button && <Group mb="sm">{button}</Group>}
      <UsageTable
        label="licenses"
        columns={all?.some(({ overdraft }) => overdraft) ? columns : columnsWithoutLent}
        rows={rows}
        {...rest}
        rowKey={({ license }) => license}
        texts={(row) => [row.key, row.productName, lastText(row), lastPerson(row)]}
        empty={empty}
      />
    </>
  );
}

function lastText(row: Row): string {
  if (row['in-use']) return overviewText.isInUse;
  return row['last-used-on'] === null ? overviewText.neverUsed : exactTime(row['last-used-on']);
}

function lastPerson(row: Row): string {
  return row['last-user'] === null ? '' : personText(row.person);
}

const columns: readonly Column<Row>[] = [
  textColumn('key', overviewText.key, ({ key }) => key, {
    width: '214px',
    look: 'mono',
    to: ({ key }) => `${licensePath(key)}?tab=usage`,
  }),
  textColumn('lent', historyText.lent, ({ overdraft }) => (overdraft ? historyText.lentSeat : ''), {
    width: fittingBadges([historyText.lentSeat]),
    visible: 'wide',
    cell: ({ overdraft }) => overdraft && <Badge tone="yellow">{historyText.lentSeat}</Badge>,
  }),
  textColumn('product', overviewText.product, ({ productName }) => productName, {
    sort: ({ productName, key }) => `${productName} ${key}`,
  }),
  countColumn('uses', historyText.uses, ({ uses }) => uses),
  ...timeUsedColumns<Row>().map((column) => ({ visible: 'wide' as const, ...column })),
  textColumn('last', historyText.lastUsed, lastText, {
    width: `max(${fittingBadges([overviewText.isInUse, overviewText.neverUsed])}, ${fittingHead(historyText.lastUsed)})`,
    // A license that was never used sorts as the oldest.
    sort: (row) => (row['last-used-on'] === null ? 0 : Date.parse(row['last-used-on'])),
    cell: (row) =>
      row['in-use'] ? (
        <Badge tone="blue" dot>
          {overviewText.isInUse}
        </Badge>
      ) : row['last-used-on'] === null ? (
        <Badge tone="gray">{overviewText.neverUsed}</Badge>
      ) : (
        <RelativeDate value={row['last-used-on']} />
      ),
  }),
  textColumn('person', overviewText.lastPerson, lastPerson, {
    cell: (row) => row['last-user'] !== null && <PersonCell person={row.person} />,
  }),
];

/** Where no seat beyond those bought is in use. */
const columnsWithoutLent = columns.filter(({ id }) => id !== 'lent');
