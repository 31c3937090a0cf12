import type { SingleSignOn } from '@keyhold/contract';
import { Checkbox, Stack } from '@mantine/core';
import { singleSignOnText } from '#i18n/text/people.ts';
import { RolePicker } from '#parts/pickers/roles-and-tags.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { ExactField } from '#ui/form/exact-field.tsx';
import { updateConnection } from './single-sign-on.data.ts';

const valuesOf = (connection: SingleSignOn) => ({
  'create-users': connection['create-users'],
  'default-roles': connection['default-roles'],
  'tags-claim': connection['tags-claim'] ?? '',
  'trust-provider-factor': connection['trust-provider-factor'],
});

const { labels } = singleSignOnText;

/** Which users the provider may admit, and the roles and tags that they get. */
export function AdmissionStep({ scope, of }: { scope: AccountScope; of: Version<SingleSignOn> }) {
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      save={({ intent, ...change }) =>
        updateConnection({ ...change, scope, intent: { ...intent, 'tags-claim': intent['tags-claim'].trim() || null } })
      }
    >
      {(form) => (
        <Stack gap="lg">
          <Checkbox
            label={labels['create-users']}
            description={singleSignOnText.createUsersHint}
            {...form.getInputProps('create-users', { type: 'checkbox' })}
          />
          {form.values['create-users'] && (
            <RolePicker
              scope={scope}
              label={labels['default-roles']}
              {...form.getInputProps('default-roles')}
              value={form.values['default-roles']}
            />
          )}
          <ExactField
            label={labels['tags-claim']}
            description={singleSignOnText.tagsClaimHint}
            {...form.getInputProps('tags-claim')}
          />
          <Checkbox
            label={labels['trust-provider-factor']}
            description={singleSignOnText.trustFactorHint}
            {...form.getInputProps('trust-provider-factor', { type: 'checkbox' })}
          />
        </Stack>
      )}
    </RecordForm>
  );
}
