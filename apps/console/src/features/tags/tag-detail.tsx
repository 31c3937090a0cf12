import { calls, resourceIdOf, type Tag, tagFieldsSchema } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { refresh } from '#api/query-client.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import { useScopeOf, useSelectedAccount } from '#api/selected-account.ts';
import { Activity } from '#panels/activity.tsx';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { paths } from '#paths';
import { formText, listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { DisabledButton } from '#ui/disabled-button.tsx';
import { Facts } from '#ui/facts.tsx';
import { Form } from '#ui/form.tsx';
import { NameFields, type NameValues } from '#ui/name-fields.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Panel } from '#ui/panel.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';

const back = { to: paths.tags, label: tagsText.back };

/** One tag. */
export default function TagDetail() {
  const id = useRequiredParam('id');
  const { data, error, refetch } = useQuery(tagQuery(id));
  if (!data) return <DetailPending title={tagsText.title} back={back} error={error} onRetry={() => void refetch()} />;
  return <LoadedTag tag={data.item} etag={data.etag} />;
}

function LoadedTag({ tag, etag }: { tag: Tag; etag: string | null }) {
  const viewed = useSelectedAccount();
  const own = useScopeOf(tag.rn).isAuthUserAccount && viewed.isAuthUserAccount;
  const { form, conflict, headers, onStale } = useRecordForm<NameValues>({
    values: { name: tag.name, description: tag.description },
    version: etag,
    updatedOn: tag['updated-on'],
    changes: (since) => <RecentChanges rn={tag.rn} since={since} />,
    reload: () => refresh('tag'),
    schema: tagFieldsSchema,
  });
  const update = async (values: NameValues): Promise<void> => {
    await client.send(calls.updateTag, { params: { id: resourceIdOf(tag.rn) }, body: values, headers });
    await refresh('tag');
    toastSuccess(tagsText.updated);
  };
  return (
    <>
      <PageHeader title={tag.name} back={back} />
      <Panel>
        <Form
          form={form}
          onSubmit={update}
          submitLabel={formText.update}
          busyLabel={formText.updating}
          note={conflict}
          onStale={onStale}
          submit={own ? undefined : <DisabledButton reason={tagsText.otherAccount}>{formText.update}</DisabledButton>}
        >
          <NameFields form={form} />
        </Form>
      </Panel>
      <Panel>
        <Facts
          facts={[
            { label: listText.createdOn, value: <RelativeDate value={tag['created-on']} /> },
            { label: listText.updatedOn, value: <RelativeDate value={tag['updated-on']} /> },
          ]}
        />
      </Panel>
      <Activity rn={tag.rn} />
    </>
  );
}
