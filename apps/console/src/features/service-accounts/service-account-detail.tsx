import { calls, resources, type ServiceAccount, textsIn } from '@keyhold/contract';
import { serviceAccountQuery } from '#data/service-accounts.ts';
import { formatList } from '#i18n/locale/formats.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { serviceAccountsText } from '#i18n/text/people.ts';
import { RolePicker } from '#parts/pickers/roles-and-tags.tsx';
import { Activity } from '#records/activity/activity.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { useScopeOf } from '#session/selected-account.ts';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { ServiceAccountTokens } from './service-account-tokens.tsx';
import { type ServiceAccountValues, updateServiceAccount } from './service-accounts.data.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const loader = screenLoader((_, id) => serviceAccountQuery(id));

/** The screen of a service account, with its tokens first. */
export default function ServiceAccountDetail() {
  return (
    <RecordPage
      query={serviceAccountQuery}
      kind="serviceAccount"
      words={serviceAccountsText}
      listPath={serviceAccountsPath}
      content={Loaded}
    />
  );
}

function Loaded({ of }: { of: Version<ServiceAccount> }) {
  return (
    <>
      <PageHeader title={of.item.name} />
      <ScreenTabs
        label={serviceAccountsText.title}
        tabs={[
          { id: 'tokens', label: serviceAccountsText.tokens, content: <ServiceAccountTokens account={of.item} /> },
          { id: 'details', label: serviceAccountsText.details, content: <ServiceAccountDetails of={of} /> },
        ]}
      />
      <Activity rn={of.item.rn} />
    </>
  );
}

const schema = calls.updateServiceAccount.body;

const valuesOf = (one: ServiceAccount): ServiceAccountValues => ({
  ...textsIn(resources.serviceAccount, one),
  roles: one.roles,
});

/** The texts of a service account, and its roles and policies. */
function ServiceAccountDetails({ of }: { of: Version<ServiceAccount> }) {
  const one = of.item;
  const scope = useScopeOf(one.rn);
  const policies = one.policies.map(({ name }) => name);
  return (
    <SplitPanels
      side={
        <Facts
          facts={[
            ...(policies.length > 0 ? [{ label: serviceAccountsText.policies, value: formatList(policies) }] : []),
            ...recordDates(one),
          ]}
        />
      }
    >
      <RecordForm of={of} valuesOf={valuesOf} labels={fieldNames} schema={schema} save={updateServiceAccount}>
        {(form) => (
          <>
            <TextFields resource={resources.serviceAccount} set="update" form={form} />
            <RolePicker scope={scope} {...form.getInputProps('roles')} value={form.values.roles} />
          </>
        )}
      </RecordForm>
    </SplitPanels>
  );
}
