import { calls, endWarningDays, type Security, secondFactorPolicies } from '@keyhold/contract';
import { Checkbox, NumberInput, Radio, Stack } from '@mantine/core';
import { securityText } from '#i18n/text/people.ts';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { updateSecurity } from './security.data.ts';

const { 'session-hours': hoursSchema } = calls.updateSecurity.body.shape;

/** Converts the session hours for the call. */
function hoursOf(typed: number | string): number | null {
  return typed === '' ? null : Number(typed);
}

/** The form values. Session hours of '' mean the installation's. */
const valuesOf = (security: Security) => ({
  ...security,
  'session-hours': security['session-hours'] ?? '',
  'end-warnings': security['end-warnings'].map(String),
});
type Values = ReturnType<typeof valuesOf>;

const securityOf = (values: Values): Security => ({
  ...values,
  'session-hours': hoursOf(values['session-hours']),
  'end-warnings': endWarningDays.filter((days) => values['end-warnings'].includes(String(days))),
});

/** A value in words, for two people who change it at once. */
function show(values: Values, field: keyof Values): string {
  if (field === 'second-factor') return securityText.policies[values[field]];
  if (field !== 'end-warnings') return String(values[field]);
  return values[field].map((days) => securityText.endWarning({ days: Number(days) })).join(', ');
}

const { labels } = securityText;

interface SecurityFormProps {
  of: Version<Security>;
  scope: AccountScope;
  readOnly: boolean;
}

export function SecurityForm({ of, scope, readOnly }: SecurityFormProps) {
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      show={show}
      check={({ 'session-hours': typed }) =>
        hoursSchema.safeParse(hoursOf(typed)).success ? {} : { 'session-hours': securityText.sessionHoursInvalid }
      }
      save={({ intent, ...change }) => updateSecurity({ ...change, scope, intent: securityOf(intent) })}
      submit={readOnly ? null : undefined}
    >
      {(form) => (
        <Stack gap="lg">
          <Radio.Group
            label={labels['second-factor']}
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
            label={labels['session-hours']}
            description={securityText.sessionHoursHint}
            min={1}
            max={720}
            styles={{ wrapper: { maxWidth: 160 } }}
            readOnly={readOnly}
            {...form.getInputProps('session-hours')}
          />
          <Checkbox
            label={labels['password-sign-in']}
            description={securityText.passwordSignInHint}
            disabled={readOnly}
            {...form.getInputProps('password-sign-in', { type: 'checkbox' })}
          />
          <Checkbox.Group
            label={labels['end-warnings']}
            description={securityText.endWarningsHint}
            {...form.getInputProps('end-warnings')}
          >
            <Stack gap="sm" mt="sm">
              {endWarningDays.map((days) => (
                <Checkbox
                  key={days}
                  value={String(days)}
                  label={securityText.endWarning({ days })}
                  disabled={readOnly}
                />
              ))}
            </Stack>
          </Checkbox.Group>
        </Stack>
      )}
    </RecordForm>
  );
}
