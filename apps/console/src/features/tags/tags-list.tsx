import { calls, resourceIdOf, type Tag } from '@keyhold/contract';
import { useMemo } from 'react';
import { client } from '#api/client.ts';
import { fetchFresh } from '#api/query-client.ts';
import { tagQuery, tagsSource } from '#api/roles-and-tags.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { RecentlyRemoved } from '#panels/recently-removed.tsx';
import { type Deletion, useDeletion } from '#panels/use-deletion.tsx';
import { paths } from '#paths';
import { listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { dateColumn, deleteColumn, descriptionColumn } from '#ui/columns.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { useCreation } from '#ui/use-creation.tsx';
import { CreateTag } from './create-tag.tsx';

const sorts = ['name', 'description', 'created-on', 'updated-on'] as const;

/** How a tag is deleted, and brought back. */
const deletion: Deletion<Tag> = {
  item: tagsText.item,
  nameOf: ({ name }) => name,
  words: tagsText,
  read: (id) => fetchFresh(tagQuery(id)),
  remove: (id, headers) => client.send(calls.deleteTag, { params: { id }, headers }),
  restore: (id) => client.send(calls.restoreTag, { params: { id }, body: {} }),
};

/** The tags of the account that is looked at. */
export default function TagsList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => tagsSource(scope), [scope]);
  const { total, ...list } = useList(source, useListState(sorts));
  const creation = useCreation(tagsText.newTag);
  const deleting = useDeletion(deletion);
  const columns = useMemo(() => tagColumns(deleting.ask), [deleting.ask]);
  return (
    <>
      <PageHeader title={tagsText.title} aside={<Count of={total} />} action={creation.button} />
      <DataTable
        label="tags"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        empty={<EmptyState title={tagsText.noneTitle}>{tagsText.noneHint}</EmptyState>}
      />
      <CreateTag opened={creation.opened} onClose={creation.close} scope={scope} />
      <RecentlyRemoved scope={scope} kind="Tag" restore={deletion.restore} restored={tagsText.restored} />
      {deleting.dialog}
    </>
  );
}

function tagColumns(onDelete: (tag: Tag) => void): Column<Tag>[] {
  return [
    {
      id: 'name',
      header: listText.name,
      width: 1.3,
      sort: ({ name }) => name,
      text: ({ name }) => name,
      cell: ({ rn, name }) => <RowLink to={paths.tag(resourceIdOf(rn))}>{name}</RowLink>,
    },
    descriptionColumn(2),
    dateColumn('created-on', listText.createdOn, '140px'),
    dateColumn('updated-on', listText.updatedOn, '140px'),
    deleteColumn(({ name }) => name, onDelete),
  ];
}

function rowKey({ rn }: Tag): string {
  return rn;
}

function texts({ name, description }: Tag): string[] {
  return [name, description];
}
