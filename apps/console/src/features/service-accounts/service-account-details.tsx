import { resources, type ServiceAccount, textsIn } from '@keyhold/contract';
import * as z from 'zod';
import type { Version } from '#api/change.ts';
import { useScopeOf } from '#api/selected-account.ts';
import { listed } from '#locale/formats.ts';
import { RolePicker } from '#pickers/roles-and-tags.tsx';
import { RecordForm } from '#record-form/record-form.tsx';
import { fieldNames } from '#text/fields.ts';
import { serviceAccountsText } from '#text/service-accounts.ts';
import { TextFields } from '#ui/form/text-fields.tsx';
import { Facts, recordDates } from '#ui/layout/facts.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';
import { type ServiceAccountValues, updateServiceAccount } from './service-accounts.data.ts';

const schema = z.object({ ...resources.serviceAccount.update, roles: z.array(z.string()) });

const valuesOf = (one: ServiceAccount): ServiceAccountValues => ({
  ...textsIn(resources.serviceAccount, one),
  roles: one.roles,
});

/** What a service account is called, and what it may do. */
export function ServiceAccountDetails({ of }: { of: Version<ServiceAccount> }) {
  const one = of.item;
  const scope = useScopeOf(one.rn);
  const policies = one.policies.map(({ name }) => name);
  return (
    <Split
      side={
        <Panel>
          <Facts
            facts={[
              ...(policies.length > 0 ? [{ label: serviceAccountsText.policies, value: listed(policies) }] : []),
              ...recordDates(one),
            ]}
          />
        </Panel>
      }
    >
      <Panel>
        <RecordForm of={of} valuesOf={valuesOf} labels={fieldNames} schema={schema} save={updateServiceAccount}>
          {(form) => (
            <>
              <TextFields of={resources.serviceAccount} set="update" form={form} />
              <RolePicker scope={scope} {...form.getInputProps('roles')} value={form.values.roles} />
            </>
          )}
        </RecordForm>
      </Panel>
    </Split>
  );
}
