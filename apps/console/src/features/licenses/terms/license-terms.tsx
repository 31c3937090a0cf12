import { licenseTypes } from '@keyhold/contract';
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { LicenseWithProduct } from '#data/licenses.ts';
import { currentLicense, setLicenseStatus, setTerms } from '#features/licenses/licenses.data.ts';
import { issuingText, termsText } from '#i18n/text/licensing.ts';
import { wireWord } from '#i18n/text/wire.ts';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { Preview } from '#ui/form/preview.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { checkEnding, type Ending, endingOf, endingSentence, expiryOfEnding, instantOf, isGrace } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';
import { VoidLicense } from './void-license.tsx';

/** The actions of provider staff: suspend, resume, and change the end of a license. */
export function LicenseTerms({ of }: { of: Version<LicenseWithProduct> }) {
  const suspended = of.item.status === 'Suspended';
  return (
    <Panel heading={termsText.title}>
      <Text c="dimmed" fz="xs" mt={-8} mb="sm">
        {termsText.hint}
      </Text>
      <Group gap="sm">
        <FormButton label={termsText.change}>
          <ChangeTerms of={of} />
        </FormButton>
        <ConfirmButton
          words={suspended ? termsText.resume : termsText.suspend}
          danger={!suspended}
          change={{ ...of, intent: { status: suspended ? 'Active' : 'Suspended' } }}
          send={setLicenseStatus}
          current={() => currentLicense(of.item)}
        />
        <VoidLicense of={of} />
      </Group>
    </Panel>
  );
}

const labels = {
  ...termsText.labels,
  ending: issuingText.labels.ending,
  maintenanceEnd: issuingText.labels.maintenanceEnd,
};

const valuesOf = ({ certificate }: LicenseWithProduct) => ({
  ending: endingOf(certificate.expiry),
  graceDays: String(certificate['grace-days']),
  type: certificate.type,
  version: certificate.version,
  maintenanceStart: certificate['maintenance-start']?.slice(0, 10) ?? '',
  maintenanceEnd: certificate['maintenance-end']?.slice(0, 10) ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** What never ends does not go on after its end. */
const hasGrace = ({ ends }: Ending) => ends !== 'never';

function check({ ending, graceDays }: Values) {
  return { ...checkEnding(ending), ...(hasGrace(ending) && !isGrace(graceDays) && { graceDays: termsText.badGrace }) };
}

/** Sends the terms; days that are not changed keep their time of day. */
function save({ intent, ...change }: Change<LicenseWithProduct, Values>) {
  const { expiry, ...before } = change.item.certificate;
  const { ending, graceDays, type, version, maintenanceStart, maintenanceEnd } = intent;
  const maintained = type === 'Perpetual';
  const start = before['maintenance-start']?.slice(0, 10) === maintenanceStart ? before['maintenance-start'] : null;
  return setTerms({
    ...change,
    intent: {
      expiry: expiryOfEnding(ending, expiry.date),
      'grace-days': hasGrace(ending) ? Number(graceDays) : before['grace-days'],
      type,
      version,
      'maintenance-start': maintained ? start || maintenanceStart || null : before['maintenance-start'],
      'maintenance-end': maintained
        ? (maintenanceEnd && instantOf(maintenanceEnd, before['maintenance-end'])) || null
        : before['maintenance-end'],
    },
  });
}

/** The form that changes the terms of a license: when it ends, what it is, and its maintenance. */
function ChangeTerms({ of }: { of: Version<LicenseWithProduct> }) {
  const before = of.item.certificate.expiry.date;
  const sentence = (ending: Ending, graceDays = ''): string => endingSentence(ending, 1, { before, graceDays });
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      show={(values, field) => (field === 'ending' ? sentence(values.ending) : String(values[field]))}
      check={check}
      save={save}
      submitLabel={termsText.save}
      busyLabel={termsText.saving}
    >
      {(form) => (
        <>
          <EndingFields form={form} first />
          {hasGrace(form.values.ending) && (
            <TextInput
              inputMode="numeric"
              label={labels.graceDays}
              description={termsText.graceHint}
              {...form.getInputProps('graceDays')}
            />
          )}
          {sentence(form.values.ending) && <Preview>{sentence(form.values.ending, form.values.graceDays)}</Preview>}
          <NativeSelect
            label={labels.type}
            data={licenseTypes.map((type) => ({ value: type, label: wireWord(type) }))}
            {...form.getInputProps('type')}
          />
          <TextInput label={labels.version} {...form.getInputProps('version')} />
          {form.values.type === 'Perpetual' && (
            <>
              <TextInput type="date" label={labels.maintenanceStart} {...form.getInputProps('maintenanceStart')} />
              <TextInput
                type="date"
                label={labels.maintenanceEnd}
                description={termsText.lastDay}
                {...form.getInputProps('maintenanceEnd')}
              />
            </>
          )}
        </>
      )}
    </RecordForm>
  );
}
