import { type Role, resources } from '@keyhold/contract';
import { rolesQuery } from '#api/roles-and-tags.ts';
import { screenLoader, useScreenQuery } from '#api/screen-loader.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { listText } from '#text/lists.ts';
import { rolesText } from '#text/roles.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import type { Column } from '#ui/table/column.ts';
import { dateColumn, searchedTexts, textColumn, textColumns } from '#ui/table/columns.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { useListState } from '#ui/table/list-state.ts';

export const loader = screenLoader(rolesQuery);

const columns: readonly Column<Role>[] = [
  textColumn('name', listText.name, ({ name }) => name, { width: 1.3, look: 'strong' }),
  ...textColumns<Role>(resources.role, 2.4),
  dateColumn('created-on', listText.createdOn, '140px'),
  dateColumn('updated-on', listText.updatedOn, '140px'),
];

/** The roles of the selected account, which can only be read. */
export default function RolesList() {
  const { data, error, refetch } = useScreenQuery(rolesQuery(useSelectedAccount()));
  const state = useListState(columns);
  return (
    <>
      <PageHeader title={rolesText.title} count={data?.length} />
      <DataTable
        label="roles"
        columns={columns}
        rows={data}
        rowKey={({ rn }) => rn}
        texts={(role) => searchedTexts(resources.role, role)}
        state={state}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: rolesText.none }}
      />
    </>
  );
}
