import { calls, resources, type ServiceAccount, textsIn } from '@keyhold/contract';
import { Activity } from '#activity/activity.tsx';
import type { Version } from '#api/change.ts';
import { screenLoader } from '#api/screen-loader.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { listed } from '#locale/formats.ts';
import { RolePicker } from '#pickers/roles-and-tags.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { RecordPage } from '#routing/record-page.tsx';
import { fieldNames } from '#text/fields.ts';
import { serviceAccountsText } from '#text/service-accounts.ts';
import { TextFields } from '#ui/form/text-fields.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { ScreenTabs } from '#ui/layout/tabs.tsx';
import { ServiceAccountTokens } from './service-account-tokens.tsx';
import { type ServiceAccountValues, serviceAccountQuery, updateServiceAccount } from './service-accounts.data.ts';
import { serviceAccountsPath } from './service-accounts.paths.ts';

export const loader = screenLoader((_, id) => serviceAccountQuery(id));

/** The screen of a service account, with its tokens first. */
export default function ServiceAccountDetail() {
  return (
    <RecordPage
      query={serviceAccountQuery}
      item="serviceAccount"
      words={serviceAccountsText}
      list={serviceAccountsPath}
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
          { id: 'tokens', label: serviceAccountsText.tokens, content: <ServiceAccountTokens of={of.item} /> },
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
            ...(policies.length > 0 ? [{ label: serviceAccountsText.policies, value: listed(policies) }] : []),
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
