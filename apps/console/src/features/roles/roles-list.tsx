import { type Role, resources } from '@keyhold/contract';
import { rolesSource } from '#data/roles-and-tags.ts';
import { listText } from '#i18n/text/every-page.ts';
import { rolesText } from '#i18n/text/roles.ts';
import type { Column } from '#lists/columns/column.ts';
import { dateColumn, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { PageHeader } from '#ui/layout/page.tsx';

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
