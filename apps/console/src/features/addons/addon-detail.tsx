import { type Addon, resources } from '@keyhold/contract';
import { addonQuery } from '#data/catalogue.ts';
import { issuedWords, useIssued } from '#data/names/issued-words.ts';
import { catalogueAddonsText, issuedText } from '#i18n/text/licensing.ts';
import { Activity } from '#records/activity/activity.tsx';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordTexts } from '#records/form/record-form.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { addonsPath } from './addons.paths.ts';
import { currentAddon, updateAddon } from './catalogue.data.ts';

export const loader = screenLoader((_, id) => addonQuery(id));

/** The screen of an add-on of the catalogue. */
export default function AddonDetail() {
  return (
    <RecordPage
      query={addonQuery}
      kind="addon"
      words={catalogueAddonsText}
      listPath={addonsPath}
      content={LoadedAddon}
    />
  );
}

function LoadedAddon({ of }: { of: Version<Addon> }) {
  const addon = of.item;
  return (
    <>
      <PageHeader title={addon.name} aside={<StatusBadge status={addon.status} />} />
      <SplitPanels
        side={
          <>
            <Facts facts={[{ label: issuedText.issued, value: issuedWords(useIssued()(addon.rn)) }]} />
            <CopyableCode label={catalogueAddonsText.rn} text={addon.rn} />
            <AddonStatus of={of} />
          </>
        }
      >
        <RecordTexts of={of} resource={resources.addon} save={updateAddon} />
      </SplitPanels>
      <Activity rn={addon.rn} />
    </>
  );
}

/** Retires an add-on, of which nothing more can be issued then, or brings it back. */
function AddonStatus({ of }: { of: Version<Addon> }) {
  const active = of.item.status === 'Active';
  return (
    <ConfirmButton
      mt="md"
      words={active ? catalogueAddonsText.retire : catalogueAddonsText.activate}
      danger={active}
      change={{ ...of, intent: { status: active ? ('Retired' as const) : ('Active' as const) } }}
      send={updateAddon}
      current={() => currentAddon(of.item)}
    />
  );
}
