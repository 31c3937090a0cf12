import { catalogueStatuses, resourceIdOf, resources, type TimedProduct } from '@keyhold/contract';
import { productsSource } from '#data/catalogue.ts';
import { issuedWords, useIssued } from '#data/names/issued-words.ts';
import { secondsText } from '#i18n/text/durations.ts';
import { listText } from '#i18n/text/every-page.ts';
import { issuedText, leaseTimesText, productsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import type { Column } from '#lists/columns/column.ts';
import { deleteColumn, searchedTexts, statusColumn, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { CreateButton, FormButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { CreateProduct } from './create-product.tsx';
import { productDeletion } from './products.data.ts';
import { productPath } from './products.paths.ts';

export const loader = listLoader(() => productsSource);

/** The products of the catalogue, which every account shares. */
export default function ProductsList() {
  const issued = useIssued();
  const deleting = useDeletion(productDeletion);
  const columns: Column<TimedProduct>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.3,
      to: ({ rn }) => productPath(resourceIdOf(rn)),
      aside: ({ shared }) => shared && <Badge tone="blue">{productsText.shared}</Badge>,
    }),
    textColumn('id', productsText.id, idOf, { width: '176px', look: 'mono' }),
    ...textColumns<TimedProduct>(resources.timedProduct, 1.6),
    secondsColumn('heartbeat-seconds', leaseTimesText.heartbeat),
    secondsColumn('lease-seconds', leaseTimesText.lease),
    secondsColumn('grace-seconds', leaseTimesText.grace),
    textColumn('issued', issuedText.issued, ({ rn }) => issuedWords(issued(rn)), {
      sort: ({ rn }) => issued(rn)?.licenses ?? 0,
    }),
    statusColumn(catalogueStatuses),
    deleteColumn(deleting),
  ];
  const { total, ...list } = useList(productsSource, columns);
  return (
    <>
      <PageHeader
        title={productsText.title}
        count={total}
        action={
          <CreateButton label={productsText.newOne} title={productsText.createTitle}>
            <CreateProduct />
          </CreateButton>
        }
      />
      <DataTable
        label="products"
        {...list}
        texts={(one) => [idOf(one), ...searchedTexts(resources.timedProduct, one), one.status, wireWord(one.status)]}
        empty={{
          title: productsText.noneTitle,
          hint: productsText.noneHint,
          action: (
            <FormButton label={productsText.firstOne} title={productsText.createTitle}>
              <CreateProduct />
            </FormButton>
          ),
        }}
      />
      {deleting.dialog}
    </>
  );
}

const idOf = ({ rn }: TimedProduct): string => resourceIdOf(rn);

/** A column of one of the lease times, on wide windows. */
function secondsColumn(
  field: 'heartbeat-seconds' | 'lease-seconds' | 'grace-seconds',
  header: string,
): Column<TimedProduct> {
  const text = (product: TimedProduct): string =>
    product[field] === 0 ? leaseTimesText.none : secondsText(product[field]);
  return textColumn(field, header, text, {
    width: '124px',
    look: 'numbers',
    sort: (product) => product[field],
    visible: 'wide',
  });
}
