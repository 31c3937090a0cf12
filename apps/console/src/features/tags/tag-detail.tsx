import { resources, type Tag } from '@keyhold/contract';
import { tagQuery } from '#data/roles-and-tags.ts';
import { directoryText, tagsText } from '#i18n/text/people.ts';
import { Activity } from '#records/activity/activity.tsx';
import { RecordTexts } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { useScopeOf, useSelectedAccount } from '#session/selected-account.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { Badge } from '#ui/feedback/status-badge.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { updateTag } from './tags.data.ts';
import { tagsPath } from './tags.paths.ts';

export const loader = screenLoader((_, id) => tagQuery(id));

/** The screen of a tag, which can be changed only in its own account. */
export default function TagDetail() {
  return <RecordPage query={tagQuery} kind="tag" words={tagsText} listPath={tagsPath} content={LoadedTag} />;
}

function LoadedTag({ of }: { of: Version<Tag> }) {
  const tag = of.item;
  const viewed = useSelectedAccount();
  const own = useScopeOf(tag.rn).isAuthUserAccount && viewed.isAuthUserAccount;
  return (
    <>
      <PageHeader title={tag.name} aside={tag.managed && <Badge tone="gray">{directoryText.managed}</Badge>} />
      <SplitPanels side={<Facts facts={recordDates(tag)} />}>
        {tag.managed && (
          <Notice tone="gray" mb="md">
            {directoryText.managedTag}
          </Notice>
        )}
        <RecordTexts
          of={of}
          resource={resources.tag}
          save={updateTag}
          readOnly={tag.managed ?? false}
          refusal={own || tag.managed ? null : tagsText.otherAccount}
        />
      </SplitPanels>
      <Activity rn={tag.rn} />
    </>
  );
}
