import { type Role, resources } from '@keyhold/contract';
import { rolesSource } from '#api/roles-and-tags.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { listLoader, useList } from '#api/use-list.ts';
import { listText } from '#text/lists.ts';
import { rolesText } from '#text/roles.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import type { Column } from '#ui/table/column.ts';
import { dateColumn, searchedTexts, textColumn, textColumns } from '#ui/table/columns.tsx';
import { DataTable } from '#ui/table/data-table.tsx';

export const loader = listLoader(rolesSource);

const columns: readonly Column<Role>[] = [
  textColumn('name', listText.name, ({ name }) => name, { width: 1.3, look: 'strong' }),
  ...textColumns<Role>(resources.role, 2.4),
  dateColumn('created-on', listText.createdOn, '140px'),
  dateColumn('updated-on', listText.updatedOn, '140px'),
];

/** The roles of the selected account, which are read-only. */
export default function RolesList() {
  const { total, ...list } = useList(rolesSource(useSelectedAccount()), columns);
  return (
    <>
      <PageHeader title={rolesText.title} count={total} />
      <DataTable
        label="roles"
        {...list}
        texts={(role) => searchedTexts(resources.role, role)}
        empty={{ title: rolesText.none }}
      />
    </>
  );
}
