import { resources, type Tag } from '@keyhold/contract';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { tagQuery } from '#api/roles-and-tags.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { useScopeOf, useSelectedAccount } from '#api/selected-account.ts';
import { RecordTexts } from '#record-form/record-form.tsx';
import { RecordPage } from '#routing/record-page.tsx';
import { directoryText } from '#text/directory.ts';
import { tagsText } from '#text/tags.ts';
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
  return <RecordPage query={tagQuery} item="tag" words={tagsText} list={tagsPath} content={LoadedTag} />;
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
