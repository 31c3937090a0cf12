import { resourceIdOf, resources } from '@keyhold/contract';
import { type PoolWithProduct, poolsSource } from '#data/pools.ts';
import { relativeTime } from '#i18n/locale/formats.ts';
import { listText } from '#i18n/text/every-page.ts';
import { licensesText, poolsText } from '#i18n/text/licensing.ts';
import type { Column } from '#lists/columns/column.ts';
import { deleteColumn, fitting, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { usePermission } from '#session/use-permission.ts';
import { day } from '#ui/date/dates.ts';
import { RelativeDay } from '#ui/date/relative-date.tsx';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import looks from '#ui/theme/looks.module.css';
import { CreatePool } from './create-pool.tsx';
import { poolDeletion } from './pools.data.ts';
import { poolPath } from './pools.paths.ts';
import { SeatsInUse, seatsText } from './seats-in-use.tsx';

export const loader = listLoader(poolsSource);

/** The pools of the selected account. */
export default function PoolsList() {
  const scope = useSelectedAccount();
  const mayCreate = usePermission('license:CreatePool');
  const mayDelete = usePermission('license:DeletePool');
  const deleting = useDeletion(poolDeletion);
  const columns: Column<PoolWithProduct>[] = [
    textColumn('name', listText.name, ({ name }) => name, { width: 1.3, to: ({ rn }) => poolPath(resourceIdOf(rn)) }),
    textColumn('product', licensesText.product, ({ productName }) => productName, { width: 1.2 }),
    ...textColumns<PoolWithProduct>(resources.pool, 1.2).filter(({ id }) => id !== 'name'),
    textColumn('in-use', poolsText.inUse, seatsText, {
      width: 1.2,
      sort: (pool) => pool['in-use'],
      cell: (pool) => <SeatsInUse pool={pool} />,
    }),
    countColumn('waiting', poolsText.waiting, ({ waiting }) => waiting),
    countColumn('offline', poolsText.offline, ({ offline }) => offline),
    textColumn('ends', poolsText.endsNext, ({ endsNext }) => (endsNext === null ? licensesText.none : day(endsNext)), {
      width: fitting([poolsText.endsNext, relativeTime(-11, 'month')], 24),
      sort: ({ endsNext }) => endsNext ?? 'z',
      cell: ({ endsNext }) =>
        endsNext === null ? <span className={looks.muted}>{licensesText.none}</span> : <RelativeDay value={endsNext} />,
    }),
    ...(mayDelete ? [deleteColumn(deleting)] : []),
  ];
  const { total, ...list } = useList(poolsSource(scope), columns, 'name');
  const creation = mayCreate && (
    <CreateButton label={poolsText.newPool} title={poolsText.createTitle}>
      <CreatePool scope={scope} />
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={poolsText.title} count={total} action={creation} />
      <DataTable
        label="pools"
        {...list}
        texts={(pool) => [...searchedTexts(resources.pool, pool), pool.productName]}
        empty={{ title: poolsText.noneTitle, hint: poolsText.noneHint }}
      />
      {deleting.dialog}
    </>
  );
}

function countColumn(id: string, header: string, count: (pool: PoolWithProduct) => number): Column<PoolWithProduct> {
  return textColumn(id, header, (pool) => String(count(pool)), {
    width: fitting([header], 36),
    sort: count,
    cell: (pool) => (
      <span className={count(pool) === 0 ? `${looks.numbers} ${looks.muted}` : looks.numbers}>{count(pool)}</span>
    ),
  });
}
