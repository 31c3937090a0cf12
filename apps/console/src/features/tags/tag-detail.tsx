import { calls, resourceIdOf, type Tag, tagFieldsSchema } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { client } from '#api/client.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import { useScopeOf, useSelectedAccount } from '#api/selected-account.ts';
import { Activity } from '#panels/activity.tsx';
import { RecordForm } from '#panels/record-form.tsx';
import { paths } from '#paths';
import { formText } from '#text/forms.ts';
import { listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { DetailPending } from '#ui/detail-page.tsx';
import { DisabledButton } from '#ui/disabled-button.tsx';
import { Facts } from '#ui/facts.tsx';
import { NameFields, type NameValues } from '#ui/name-fields.tsx';
import { PageHeader } from '#ui/page.tsx';
import { Panel } from '#ui/panel.tsx';
import { RelativeDate } from '#ui/relative-date.tsx';
import { Split } from '#ui/split.tsx';
import { useRequiredParam } from '#ui/use-required-param.ts';

const back = { to: paths.tags, label: tagsText.back };

/** The screen of a tag, which can be changed only from the account it is of. */
export default function TagDetail() {
  const id = useRequiredParam('id');
  const { data, error, refetch } = useQuery(tagQuery(id));
  if (!data) return <DetailPending title={tagsText.title} back={back} error={error} onRetry={() => void refetch()} />;
  return <LoadedTag tag={data.item} etag={data.etag} />;
}

function LoadedTag({ tag, etag }: { tag: Tag; etag: string | null }) {
  const viewed = useSelectedAccount();
  const own = useScopeOf(tag.rn).isAuthUserAccount && viewed.isAuthUserAccount;
  const save = (body: NameValues, headers: Record<string, string>) =>
    client.send(calls.updateTag, { params: { id: resourceIdOf(tag.rn) }, body, headers });
  return (
    <>
      <PageHeader title={tag.name} back={back} />
      <Split
        side={
          <Panel>
            <Facts
              facts={[
                { label: listText.createdOn, value: <RelativeDate value={tag['created-on']} /> },
                { label: listText.updatedOn, value: <RelativeDate value={tag['updated-on']} /> },
              ]}
            />
          </Panel>
        }
      >
        <Panel>
          <RecordForm
            record={tag}
            etag={etag}
            values={{ name: tag.name, description: tag.description }}
            schema={tagFieldsSchema}
            save={save}
            saved={tagsText.updated}
            submit={own ? undefined : <DisabledButton reason={tagsText.otherAccount}>{formText.update}</DisabledButton>}
          >
            {(form) => <NameFields form={form} />}
          </RecordForm>
        </Panel>
      </Split>
      <Activity rn={tag.rn} />
    </>
  );
}
