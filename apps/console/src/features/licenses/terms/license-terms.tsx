import { Group, Text, TextInput } from '@mantine/core';
import type { LicenseWithProduct } from '#data/licenses.ts';
import { currentLicense, setLicenseStatus, setTerms } from '#features/licenses/licenses.data.ts';
import { issuingText, termsText } from '#i18n/text/licensing.ts';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { FormButton } from '#ui/dialog/form-button.tsx';
import { Preview } from '#ui/form/preview.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { checkEnding, type Ending, endingOf, endingSentence, expiryOfEnding, instantOf } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';

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
      </Group>
    </Panel>
  );
}

const { labels } = issuingText;

const valuesOf = ({ certificate }: LicenseWithProduct) => ({
  ending: endingOf(certificate.expiry),
  maintenanceEnd: certificate['maintenance-end']?.slice(0, 10) ?? '',
});

/** The form that changes when a license, or its maintenance, ends. */
function ChangeTerms({ of }: { of: Version<LicenseWithProduct> }) {
  const maintained = of.item.certificate['maintenance-start'] !== null;
  const sentence = (ending: Ending): string => endingSentence(ending, 1, of.item.certificate.expiry.date);
  const save = ({ intent, ...change }: Change<LicenseWithProduct, ReturnType<typeof valuesOf>>) => {
    const { expiry, 'maintenance-end': before } = change.item.certificate;
    const { ending, maintenanceEnd: day } = intent;
    const end = maintained ? (day && instantOf(day, before)) || null : before;
    return setTerms({ ...change, intent: { expiry: expiryOfEnding(ending, expiry.date), 'maintenance-end': end } });
  };
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      show={(values, field) => (field === 'ending' ? sentence(values.ending) : values[field])}
      check={({ ending }) => checkEnding(ending)}
      save={save}
      submitLabel={termsText.save}
      busyLabel={termsText.saving}
    >
      {(form) => (
        <>
          <EndingFields form={form} first />
          {maintained && (
            <TextInput type="date" label={labels.maintenanceEnd} {...form.getInputProps('maintenanceEnd')} />
          )}
          {sentence(form.values.ending) && <Preview>{sentence(form.values.ending)}</Preview>}
        </>
      )}
    </RecordForm>
  );
}
