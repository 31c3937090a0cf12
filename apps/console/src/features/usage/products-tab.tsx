import { Box } from '@mantine/core';
import { ProductHistory } from '#chart/product-history.tsx';
import { inFigures } from '#locale/formats.ts';
import { historyText, overviewText } from '#text/usage.ts';
import { Badge } from '#ui/feedback/status-badge.tsx';
import type { Column } from '#ui/table/column.ts';
import { dateColumn, fitting, fittingBadges, textColumn } from '#ui/table/columns.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';
import looks from '#ui/theme/looks.module.css';
import { type ProductRow, productRows } from './product-rows.ts';
import styles from './usage-overview.module.css';
import type { TabProps, Usage } from './usage-table.tsx';

/** The usage of each product, as a table and as charts. */
export function ProductsTab({ usage, ...rest }: TabProps) {
  const rows = usage && productRows(usage);
  return (
    <>
      <DataTable
        label="products"
        columns={columns}
        rows={rows}
        state={useListState(columns)}
        {...rest}
        rowKey={({ product }) => product}
        texts={({ name }) => [name]}
        empty={null}
      />
      {usage && rows && <Histories usage={usage} rows={rows} />}
    </>
  );
}

function Histories({ usage, rows }: { usage: Usage; rows: readonly ProductRow[] }) {
  return (
    <>
      <Box component="h2" mt={28} mb="sm">
        {historyText.title}
      </Box>
      <div className={styles.figures}>
        {rows.map(({ product, name, licenses }) => (
          <ProductHistory
            key={product}
            level={3}
            title={name}
            interval={usage.interval}
            buckets={usage.items.filter((item) => item.product === product)}
            licenses={licenses}
            height={180}
          />
        ))}
      </div>
    </>
  );
}

function number(value: number) {
  return <span className={value === 0 ? `${looks.numbers} ${looks.muted}` : looks.numbers}>{inFigures(value)}</span>;
}

/** What a head has beside its words: its paddings and a part of its arrow. */
const besideHead = 32;

function numberColumn(id: 'uses' | 'denied' | 'never-used', header: string): Column<ProductRow> {
  const value = (row: ProductRow): number => row[id];
  return {
    id,
    header,
    width: fitting([header], besideHead),
    sort: value,
    text: (row) => String(value(row)),
    cell: (row) => number(value(row)),
  };
}

const columns: readonly Column<ProductRow>[] = [
  textColumn({ id: 'product', header: overviewText.product, text: ({ name }) => name, look: 'strong' }),
  {
    id: 'in-use',
    header: overviewText.inUse,
    width: fitting([overviewText.inUse], besideHead),
    sort: (row) => row['in-use'],
    text: (row) => overviewText.of({ used: row['in-use'], all: row.licenses }),
    cell: (row) => <span className={looks.numbers}>{overviewText.of({ used: row['in-use'], all: row.licenses })}</span>,
  },
  {
    id: 'peak',
    header: overviewText.peak,
    width: fittingBadges([overviewText.allTaken]),
    sort: ({ peak }) => peak,
    text: ({ peak }) => String(peak),
    cell: ({ peak, licenses }) => (
      <span className={looks.inline}>
        {number(peak)}
        {licenses > 0 && peak >= licenses && <Badge tone="yellow">{overviewText.allTaken}</Badge>}
      </span>
    ),
  },
  numberColumn('uses', historyText.uses),
  numberColumn('denied', historyText.refused),
  numberColumn('never-used', overviewText.neverUsed),
  { ...dateColumn('last-used-on', historyText.lastUsed, fitting([historyText.lastUsed], besideHead)), shown: 'wide' },
];
