import type { Denial, User, UserUsage } from '@keyhold/contract';
import { nameOfProduct, personIn, personText } from '#data/names/usage-people.ts';
import { historyText, overviewText, reasonText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { latestColumn, textColumn } from '#lists/columns/columns.tsx';
import { countColumn, personColumn, type TabProps, timeUsedColumn, UsageTable } from './usage-table.tsx';

type PersonRow = UserUsage & { person: User | null };

/** The users who used licenses. */
export function PeopleTab({ usage, ...rest }: TabProps) {
  const rows = usage?.['by-user'].map((each) => ({ ...each, person: personIn(usage.resources, each.user) }));
  return (
    <UsageTable
      label="people"
      columns={peopleColumns}
      rows={rows}
      {...rest}
      rowKey={({ user }) => user}
      texts={({ person }) => [personText(person), person?.email]}
      empty={{ title: overviewText.noPeopleTitle, hint: overviewText.noPeopleHint }}
    />
  );
}

const peopleColumns: readonly Column<PersonRow>[] = [
  personColumn(),
  textColumn('email', overviewText.email, ({ person }) => person?.email ?? '', { width: 1.2, look: 'muted' }),
  countColumn('uses', historyText.uses, ({ uses }) => uses),
  timeUsedColumn(),
  latestColumn('last', historyText.lastUsed, '140px', 'last-used-on'),
];

type RefusalRow = Denial & { person: User | null; productName: string };

/** The users who were refused a license. */
export function RefusalsTab({ usage, ...rest }: TabProps) {
  const rows = usage?.denials.map((denial) => ({
    ...denial,
    person: personIn(usage.resources, denial.user),
    productName: nameOfProduct(usage.resources, denial.product),
  }));
  return (
    <UsageTable
      label="refusals"
      columns={refusalColumns}
      rows={rows}
      {...rest}
      rowKey={({ user, product, reason }) => `${user} ${product} ${reason}`}
      texts={(row) => [personText(row.person), row.person?.email, row.productName, reasonText[row.reason]]}
      empty={{ title: overviewText.noRefusalsTitle, hint: overviewText.noRefusalsHint }}
    />
  );
}

const refusalColumns: readonly Column<RefusalRow>[] = [
  personColumn(),
  textColumn('product', overviewText.product, ({ productName }) => productName),
  textColumn('reason', historyText.reason, ({ reason }) => reasonText[reason], { width: 1.3 }),
  countColumn('times', historyText.times, ({ count }) => count),
  latestColumn('last', historyText.lastTime, '130px', 'last-on'),
  textColumn('device', historyText.device, (row) => row['device-name'], { visible: 'wide', look: 'muted' }),
];
