import { type Denial, resourceIdOf, type UnusedLicense, type UserUsage } from '@keyhold/contract';
import { Box } from '@mantine/core';
import { emailOf, nameOfProduct, personIn, personText, type UsagePerson } from '#data/names/usage-people.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { historyText, overviewText, reasonText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { latestColumn, textColumn } from '#lists/columns/columns.tsx';
import { RowLink, RowLinks } from '#lists/columns/row-link.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { type SmallColumn, SmallTable } from '#ui/table/small-table.tsx';
import {
  countColumn,
  PersonCell,
  personColumn,
  productColumn,
  type TabProps,
  timeUsedColumns,
  type Usage,
  UsageTable,
  type WithNames,
  withNames,
} from './usage-table.tsx';

type PersonRow = UserUsage & { person: UsagePerson | null; productNames: string };

/** The users who used licenses: which products, how long, and when last; and those who never used theirs. */
export function PeopleTab({ usage, ...rest }: TabProps) {
  const rows = usage?.['by-user'].map((each) => ({
    ...each,
    person: personIn(usage.resources, each.user),
    productNames: formatList(each.products.map(({ product }) => nameOfProduct(usage.resources, product))),
  }));
  return (
    <>
      <UsageTable
        label="people"
        columns={peopleColumns}
        rows={rows}
        {...rest}
        rowKey={({ user }) => user}
        texts={({ person, productNames }) => [personText(person), emailOf(person), productNames]}
        empty={{ title: overviewText.noPeopleTitle, hint: overviewText.noPeopleHint }}
      />
      {usage && usage.unused.length > 0 && <NeverUsed usage={usage} />}
    </>
  );
}

const peopleColumns: readonly Column<PersonRow>[] = [
  personColumn(),
  textColumn('email', overviewText.email, ({ person }) => emailOf(person), {
    width: 1.2,
    look: 'muted',
    visible: 'wide',
  }),
  textColumn('products', overviewText.products, ({ productNames }) => productNames, { width: 1.4, look: 'muted' }),
  countColumn('uses', historyText.uses, ({ uses }) => uses),
  ...timeUsedColumns<PersonRow>(),
  latestColumn('last', historyText.lastUsed, '140px', 'last-used-on'),
];

/** Those who have a license for them alone that was never used. */
function NeverUsed({ usage }: { usage: Usage }) {
  const columns: readonly SmallColumn<UnusedLicense>[] = [
    { header: historyText.person, cell: ({ user }) => <PersonCell person={personIn(usage.resources, user)} /> },
    { header: overviewText.product, cell: ({ product }) => nameOfProduct(usage.resources, product) },
    {
      header: overviewText.key,
      cell: ({ license }) => (
        <RowLink to={licensePath(resourceIdOf(license))} mono>
          {resourceIdOf(license)}
        </RowLink>
      ),
    },
    { header: overviewText.since, cell: ({ since }) => <RelativeDate value={since} /> },
  ];
  return (
    <RowLinks>
      <Box component="h2" mt={28} mb="sm">
        {overviewText.neverUsedTitle({ count: usage.unused.length })}
      </Box>
      <SmallTable
        label={overviewText.neverUsed}
        columns={columns}
        rows={usage.unused}
        rowKey={({ license }) => license}
      />
    </RowLinks>
  );
}

type RefusalRow = WithNames<Denial>;

/** The users who were refused a license. */
export function RefusalsTab({ usage, ...rest }: TabProps) {
  return (
    <UsageTable
      label="refusals"
      columns={refusalColumns}
      rows={withNames(usage, ({ denials }) => denials)}
      {...rest}
      rowKey={({ user, product, reason }) => `${user} ${product} ${reason}`}
      texts={(row) => [personText(row.person), emailOf(row.person), row.productName, reasonText[row.reason]]}
      empty={{ title: overviewText.noRefusalsTitle, hint: overviewText.noRefusalsHint }}
    />
  );
}

const refusalColumns: readonly Column<RefusalRow>[] = [
  personColumn(),
  productColumn(),
  textColumn('reason', historyText.reason, ({ reason }) => reasonText[reason], { width: 1.3 }),
  countColumn('times', historyText.times, ({ count }) => count),
  latestColumn('last', historyText.lastTime, '130px', 'last-on'),
  textColumn('device', historyText.device, (row) => row['device-name'], { visible: 'wide', look: 'muted' }),
];
