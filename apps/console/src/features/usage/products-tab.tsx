import { Box } from '@mantine/core';
import { nameOfProduct } from '#data/names/usage-people.ts';
import { historyText, overviewText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { dateColumn, fittingBadges, fittingDate, textColumn } from '#lists/columns/columns.tsx';
import { useListState } from '#lists/engine/list-state.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { ProductHistory } from '#parts/usage/product-history.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import looks from '#ui/theme/looks.module.css';
import styles from './usage-overview.module.css';
import { countColumn, figure, fittingHead, type TabProps, type Usage } from './usage-table.tsx';

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
      {usage && rows && (
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
      )}
    </>
  );
}

const columns: readonly Column<ProductRow>[] = [
  textColumn('product', overviewText.product, ({ name }) => name, { look: 'strong' }),
  textColumn('in-use', overviewText.inUse, (row) => overviewText.of({ used: row['in-use'], all: row.licenses }), {
    width: fittingHead(overviewText.inUse),
    sort: (row) => row['in-use'],
    look: 'numbers',
  }),
  textColumn('peak', overviewText.peak, ({ peak }) => String(peak), {
    width: fittingBadges([overviewText.allTaken]),
    sort: ({ peak }) => peak,
    cell: ({ peak, licenses }) => (
      <span className={looks.inline}>
        {figure(peak)}
        {licenses > 0 && peak >= licenses && <Badge tone="yellow">{overviewText.allTaken}</Badge>}
      </span>
    ),
  }),
  countColumn('uses', historyText.uses, ({ uses }) => uses),
  countColumn('denied', historyText.refused, ({ denied }) => denied),
  countColumn('never-used', overviewText.neverUsed, (row) => row['never-used']),
  { ...dateColumn('last-used-on', historyText.lastUsed, fittingDate(historyText.lastUsed)), visible: 'wide' },
];

/** A product with the peak and the sums of its hours or days. */
type ProductRow = ReturnType<typeof productRows>[number];

/** The products of a reply, with their peaks and sums. */
export function productRows({ 'by-product': products, items, resources }: Usage) {
  return products.map((product) => {
    const own = items.filter((item) => item.product === product.product);
    const sum = (field: 'uses' | 'denied') => own.reduce((total, item) => total + item[field], 0);
    const peak = Math.max(0, ...own.map((item) => item.peak));
    const name = nameOfProduct(resources, product.product);
    return { ...product, name, peak, uses: sum('uses'), denied: sum('denied') };
  });
}
