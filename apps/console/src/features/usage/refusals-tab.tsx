import type { Denial, User } from '@keyhold/contract';
import { nameOfProduct, personIn } from '#api/usage-people.ts';
import { historyText, overviewText, reasonText } from '#text/usage.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Column } from '#ui/table/column.ts';
import { textColumn } from '#ui/table/columns.tsx';
import { countColumn, lastColumn, personColumn, personText } from './usage-columns.tsx';
import { type TabProps, UsageTable } from './usage-table.tsx';

interface Row extends Denial {
  person: User | null;
  productName: string;
}

export function RefusalsTab({ usage, ...rest }: TabProps) {
  const rows = usage?.denials.map((denial) => ({
    ...denial,
    person: personIn(usage.resources, denial.user),
    productName: nameOfProduct(usage.resources, denial.product),
  }));
  return (
    <UsageTable
      label="refusals"
      columns={columns}
      rows={rows}
      {...rest}
      rowKey={({ user, product, reason }) => `${user} ${product} ${reason}`}
      texts={(row) => [personText(row.person), row.person?.email, row.productName, reasonText[row.reason]]}
      empty={<EmptyState title={overviewText.noRefusalsTitle}>{overviewText.noRefusalsHint}</EmptyState>}
    />
  );
}

const columns: readonly Column<Row>[] = [
  personColumn(),
  textColumn({ id: 'product', header: overviewText.product, text: ({ productName }) => productName }),
  textColumn({ id: 'reason', header: historyText.reason, width: 1.3, text: ({ reason }) => reasonText[reason] }),
  countColumn('times', historyText.times, ({ count }) => count),
  lastColumn(historyText.lastTime, '130px', (row) => row['last-on']),
  textColumn({
    id: 'device',
    header: historyText.device,
    shown: 'wide',
    text: (row) => row['device-name'],
    look: 'muted',
  }),
];
