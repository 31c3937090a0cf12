import { resourceIdOf, resources, type Tag } from '@keyhold/contract';
import { tagsSource } from '#data/roles-and-tags.ts';
import { listText } from '#i18n/text/every-page.ts';
import { directoryText, tagsText } from '#i18n/text/people.ts';
import type { Column } from '#lists/columns/column.ts';
import { dateColumn, deleteColumn, searchedTexts, textColumn, textColumns } from '#lists/columns/columns.tsx';
import { listLoader, useList } from '#lists/engine/use-list.ts';
import { DataTable } from '#lists/table/data-table.tsx';
import { RecentlyRemoved } from '#records/deletion/recently-removed.tsx';
import { useDeletion } from '#records/deletion/use-deletion.tsx';
import { CreationForm } from '#records/form/creation-form.tsx';
import { useSelectedAccount } from '#session/selected-account.ts';
import { CreateButton } from '#ui/dialog/form-button.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
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
      <RecentlyRemoved account={scope.accountId} kind="Tag" restore={restoreTag} />
      {deleting.dialog}
    </>
  );
}
