import { resourceIdOf, resources, type Tag } from '@keyhold/contract';
import { tagsSource } from '#api/roles-and-tags.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { listLoader, useList } from '#api/use-list.ts';
import { RecentlyRemoved } from '#deletion/recently-removed.tsx';
import { useDeletion } from '#deletion/use-deletion.tsx';
import { directoryText } from '#text/directory.ts';
import { listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { CreationForm } from '#ui/form/creation-form.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import type { Column } from '#ui/table/column.ts';
import { dateColumn, deleteColumn, searchedTexts, textColumn, textColumns } from '#ui/table/columns.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { createTag, restoreTag, tagDeletion } from './tags.data.ts';
import { tagPath } from './tags.paths.ts';

export const loader = listLoader(tagsSource);

export default function TagsList() {
  const scope = useSelectedAccount();
  const deleting = useDeletion(tagDeletion);
  const columns: Column<Tag>[] = [
    textColumn('name', listText.name, ({ name }) => name, {
      width: 1.3,
      to: ({ rn }) => tagPath(resourceIdOf(rn)),
      aside: ({ managed }) => managed && <Badge tone="gray">{directoryText.managed}</Badge>,
    }),
    ...textColumns<Tag>(resources.tag, 2),
    dateColumn('created-on', listText.createdOn, '140px'),
    dateColumn('updated-on', listText.updatedOn, '140px'),
    deleteColumn(deleting, ({ managed }) => !managed),
  ];
  const { total, ...list } = useList(tagsSource(scope), columns);
  const creation = (
    <CreateButton label={tagsText.newTag} title={tagsText.createTitle}>
      <CreationForm
        resource={resources.tag}
        create={(texts) => createTag({ ...texts, 'account-id': scope.accountId })}
      />
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={tagsText.title} count={total} action={creation} />
      <DataTable
        label="tags"
        {...list}
        texts={(tag) => searchedTexts(resources.tag, tag)}
        empty={{ title: tagsText.noneTitle, hint: tagsText.noneHint }}
      />
      <RecentlyRemoved scope={scope} kind="Tag" restore={restoreTag} />
      {deleting.dialog}
    </>
  );
}
