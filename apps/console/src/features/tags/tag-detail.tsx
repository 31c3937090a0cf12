import { resources, type Tag, textsIn } from '@keyhold/contract';
import * as z from 'zod';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import { screenLoader, useScreenQuery } from '#api/screen-loader.ts';
import { useScopeOf, useSelectedAccount } from '#api/selected-account.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { directoryText } from '#text/directory.ts';
import { fieldNames } from '#text/fields.ts';
import { formText } from '#text/forms.ts';
import { listText } from '#text/lists.ts';
import { tagsText } from '#text/tags.ts';
import { DisabledButton } from '#ui/button/disabled-button.tsx';
import { RelativeDate } from '#ui/date/relative-date.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { TextFields } from '#ui/form/text-fields.tsx';
import { DetailPage } from '#ui/layout/detail-page.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { useRequiredParam } from '#ui/layout/use-required-param.ts';
import { updateTag } from './tags.data.ts';
import { tagsPath } from './tags.paths.ts';

export const loader = screenLoader((_, id) => tagQuery(id));

const schema = z.object(resources.tag.update);
const textsOf = (tag: Tag) => textsIn(resources.tag, tag);
const back = { to: tagsPath, label: tagsText.back };

/** The screen of a tag, which can be changed only from its own account. */
export default function TagDetail() {
  const id = useRequiredParam('id');
  const query = useScreenQuery(tagQuery(id));
  return (
    <DetailPage key={id} query={query} item="tag" title={tagsText.title} back={back}>
      {(of) => <LoadedTag of={of} />}
    </DetailPage>
  );
}

function LoadedTag({ of }: { of: Version<Tag> }) {
  const tag = of.item;
  const viewed = useSelectedAccount();
  const own = useScopeOf(tag.rn).isAuthUserAccount && viewed.isAuthUserAccount;
  return (
    <>
      <PageHeader
        title={tag.name}
        aside={tag.managed && <Badge tone="gray">{directoryText.managed}</Badge>}
        back={back}
      />
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
          {tag.managed && (
            <Notice tone="gray" role="status" mb="md">
              {directoryText.managedTag}
            </Notice>
          )}
          <RecordForm
            of={of}
            valuesOf={textsOf}
            labels={fieldNames}
            schema={schema}
            save={updateTag}
            hideBar={tag.managed ?? false}
            submit={own ? undefined : <DisabledButton reason={tagsText.otherAccount}>{formText.update}</DisabledButton>}
          >
            {(form) => <TextFields of={resources.tag} set="update" form={form} readOnly={tag.managed ?? false} />}
          </RecordForm>
        </Panel>
      </Split>
      <Activity rn={tag.rn} />
    </>
  );
}
