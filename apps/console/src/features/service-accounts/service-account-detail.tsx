import type { ServiceAccount } from '@keyhold/contract';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { serviceAccountQuery } from '#api/service-accounts.ts';
import { RecordPage } from '#routing/record-page.tsx';
import { serviceAccountsText } from '#text/service-accounts.ts';
import { PageHeader } from '#ui/layout/page.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { ServiceAccountDetails } from './service-account-details.tsx';
import { ServiceAccountTokens } from './service-account-tokens.tsx';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const loader = screenLoader((_, id) => serviceAccountQuery(id));

const back = { to: serviceAccountsPath, label: serviceAccountsText.back };

/** The screen of a service account: its tokens first. */
export default function ServiceAccountDetail() {
  return (
    <RecordPage
      query={serviceAccountQuery}
      item="serviceAccount"
      title={serviceAccountsText.title}
      back={back}
      content={Loaded}
    />
  );
}

function Loaded({ of }: { of: Version<ServiceAccount> }) {
  return (
    <>
      <PageHeader title={of.item.name} back={back} />
      <ScreenTabs
        label={serviceAccountsText.title}
        tabs={[
          { id: 'tokens', label: serviceAccountsText.tokens, content: <ServiceAccountTokens of={of.item} /> },
          { id: 'details', label: serviceAccountsText.details, content: <ServiceAccountDetails of={of} /> },
        ]}
      />
      <Activity rn={of.item.rn} />
    </>
  );
}
