import { calls, resourceIdOf, type Tag } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { tagQuery, tagsSource } from '#api/roles-and-tags.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useList } from '#api/use-list.ts';
import { useVersionGuard } from '#api/version-guard.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { paths } from '#paths';
import { listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { exactTime } from '#ui/dates.ts';
import { DeleteButton } from '#ui/delete-button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useListState } from '#ui/list-state.ts';
import { useOpenRequest } from '#ui/open-request.ts';
import { Count, PageHeader } from '#ui/page.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { RowLink } from '#ui/row-link.tsx';
import { toastWithUndo } from '#ui/undo-toast.tsx';
import { CreateTag } from './create-tag.tsx';

const sorts = ['name', 'description', 'created-on', 'updated-on'] as const;

/** The tags of the account that is looked at. */
export default function TagsList() {
  const scope = useSelectedAccount();
  const source = useMemo(() => tagsSource(scope), [scope]);
  const { total, ...list } = useList(source, useListState(sorts));
  const [creating, setCreating] = useState(false);
  useOpenRequest(() => setCreating(true));
  const [deleting, setDeleting] = useState<Tag | null>(null);
  const guard = useVersionGuard(queryOf);
  const askToDelete = useCallback(
    (tag: Tag) => {
      guard.see(tag.rn);
      setDeleting(tag);
    },
    [guard],
  );
  const columns = useTagColumns(askToDelete);

  const remove = async (tag: Tag): Promise<void> => {
    const params = { id: resourceIdOf(tag.rn) };
    await guard.send(tag.rn, (headers) => client.send(calls.deleteTag, { params, headers }));
    toastWithUndo(tagsText.deleted, tagsText.restored, () => restore(tag));
    await refresh('tag');
  };
  const newTag = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {tagsText.newTag}
    </Button>
  );
  return (
    <>
      <PageHeader title={tagsText.title} aside={<Count of={total} />} action={newTag} />
      <DataTable
        label="tags"
        columns={columns}
        {...list}
        rowKey={rowKey}
        texts={texts}
        empty={<EmptyState title={tagsText.noneTitle}>{tagsText.noneHint}</EmptyState>}
      />
      <CreateTag opened={creating} onClose={() => setCreating(false)} scope={scope} />
      <DeleteDialog
        item={tagsText.item}
        target={deleting}
        nameOf={({ name }) => name}
        consequences={tagsText.deletionTakes}
        changes={(one) => <RecentChanges rn={one.rn} since={one['updated-on']} />}
        onDelete={remove}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

function useTagColumns(onDelete: (tag: Tag) => void): Column<Tag>[] {
  return useMemo(
    () => [
      {
        id: 'name',
        header: listText.name,
        width: 1.3,
        sort: ({ name }) => name,
        text: ({ name }) => name,
        cell: ({ rn, name }) => <RowLink to={paths.tag(resourceIdOf(rn))}>{name}</RowLink>,
      },
      {
        id: 'description',
        header: listText.description,
        width: 2,
        sort: ({ description }) => description || null,
        text: ({ description }) => description,
        cell: ({ description }) => <span className="kh-cut kh-muted">{description}</span>,
      },
      {
        id: 'created-on',
        header: listText.createdOn,
        sort: (tag) => tag['created-on'],
        text: (tag) => exactTime(tag['created-on']),
        cell: (tag) => <RelativeDate value={tag['created-on']} />,
      },
      {
        id: 'updated-on',
        header: listText.updatedOn,
        sort: (tag) => tag['updated-on'],
        text: (tag) => exactTime(tag['updated-on']),
        cell: (tag) => <RelativeDate value={tag['updated-on']} />,
      },
      {
        id: 'actions',
        header: listText.actions,
        width: '56px',
        actions: true,
        cell: (tag) => <DeleteButton name={tag.name} onClick={() => onDelete(tag)} />,
      },
    ],
    [onDelete],
  );
}

/** Brings a deleted tag back. */
async function restore({ rn }: Tag): Promise<void> {
  await client.send(calls.restoreTag, { params: { id: resourceIdOf(rn) }, body: {} });
  await refresh('tag');
}

function rowKey({ rn }: Tag): string {
  return rn;
}

function texts({ name, description }: Tag): string[] {
  return [name, description];
}

function queryOf(rn: string) {
  return tagQuery(resourceIdOf(rn));
}
