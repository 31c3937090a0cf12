import type { Role } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { rolesQuery } from '#api/roles-and-tags.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { listText } from '#text/lists.ts';
import { rolesText } from '#text/tags.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { exactTime } from '#ui/dates.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';

const sorts = ['name', 'description', 'created-on', 'updated-on'] as const;

const columns: readonly Column<Role>[] = [
  {
    id: 'name',
    header: listText.name,
    width: 1.3,
    sort: ({ name }) => name,
    text: ({ name }) => name,
    cell: ({ name }) => <span className="kh-cut kh-strong">{name}</span>,
  },
  {
    id: 'description',
    header: listText.description,
    width: 2.4,
    sort: ({ description }) => description || null,
    text: ({ description }) => description,
    cell: ({ description }) => <span className="kh-cut kh-muted">{description}</span>,
  },
  {
    id: 'created-on',
    header: listText.createdOn,
    sort: (role) => role['created-on'],
    text: (role) => exactTime(role['created-on']),
    cell: (role) => <RelativeDate value={role['created-on']} />,
  },
  {
    id: 'updated-on',
    header: listText.updatedOn,
    sort: (role) => role['updated-on'],
    text: (role) => exactTime(role['updated-on']),
    cell: (role) => <RelativeDate value={role['updated-on']} />,
  },
];

/** The roles of the account that is looked at; they can only be read. */
export default function RolesList() {
  const { data, error, refetch } = useQuery(rolesQuery(useSelectedAccount()));
  const state = useListState(sorts);
  return (
    <>
      <PageHeader title={rolesText.title} aside={<Count of={data?.length} />} />
      <DataTable
        label="roles"
        columns={columns}
        rows={data}
        rowKey={rowKey}
        texts={texts}
        state={state}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={rolesText.none} />}
      />
    </>
  );
}

function rowKey({ rn }: Role): string {
  return rn;
}

function texts({ name, description }: Role): string[] {
  return [name, description];
}
