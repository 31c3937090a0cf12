import { type SecondFactorPolicy, type Security, secondFactorPolicies } from '@keyhold/contract';
import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core';
import * as z from 'zod';
import type { Version } from '#api/change.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { securityText } from '#text/security.ts';
import { updateSecurity } from './security.data.ts';

/** The fields; a length of '' is the installation's. */
interface SecurityValues {
  'second-factor': SecondFactorPolicy;
  'password-sign-in': boolean;
  'session-hours': number | string;
}

const hours = z.coerce.number(securityText.sessionHoursInvalid).int(securityText.sessionHoursInvalid);
const schema = z.object({
  'session-hours': z.union(
    [z.literal(''), hours.min(1, securityText.sessionHoursInvalid).max(720, securityText.sessionHoursInvalid)],
    securityText.sessionHoursInvalid,
  ),
});

const valuesOf = (security: Security): SecurityValues => ({
  ...security,
  'session-hours': security['session-hours'] ?? '',
});

const labels = {
  'second-factor': securityText.secondFactor,
  'password-sign-in': securityText.passwordSignIn,
  'session-hours': securityText.sessionHours,
};

interface SecurityFormProps {
  of: Version<Security>;
  scope: AccountScope;
  readOnly: boolean;
}

export function SecurityForm({ of, scope, readOnly }: SecurityFormProps) {
  return (
    <RecordForm
      of={of as Version<Security & { rn?: string }>}
      valuesOf={valuesOf}
      labels={labels}
      show={(values, [field]) =>
        field === 'second-factor' ? securityText.policies[values[field]] : String(values['session-hours'])
      }
      schema={schema}
      save={({ intent, ...change }) => {
        const length = intent['session-hours'];
        const security = { ...intent, 'session-hours': length === '' ? null : Number(length) };
        return updateSecurity({ ...change, scope, intent: security });
      }}
      hideBar={readOnly}
    >
      {(form) => (
        <Stack gap="lg">
          <Radio.Group
            label={securityText.secondFactor}
            description={securityText.secondFactorHint}
            {...form.getInputProps('second-factor')}
          >
            <Stack gap="sm" mt="sm">
              {secondFactorPolicies.map((policy) => (
                <Radio
                  key={policy}
                  value={policy}
                  label={securityText.policies[policy]}
                  description={securityText.policyHints[policy]}
                  disabled={readOnly}
                />
              ))}
            </Stack>
          </Radio.Group>
          <NumberInput
            label={securityText.sessionHours}
            description={securityText.sessionHoursHint}
            min={1}
            max={720}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            hideControls
            styles={{ wrapper: { maxWidth: 160 } }}
            readOnly={readOnly}
            {...form.getInputProps('session-hours')}
          />
          <Checkbox
            label={securityText.passwordSignIn}
            description={securityText.passwordSignInHint}
            disabled={readOnly}
            {...form.getInputProps('password-sign-in', { type: 'checkbox' })}
          />
        </Stack>
      )}
    </RecordForm>
  );
}
