import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Change, Version } from '#api/change.ts';
import type { LicenseWithProduct } from '#api/licenses.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { issuingText, termsText } from '#text/issuing.ts';
import { checkEnding, type Ending, endingOf, expiryOfEnding, momentOf } from './ending.ts';
import { EndingFields, endingLabel } from './ending-fields.tsx';
import { setTerms } from './licenses.data.ts';

interface Values extends Ending {
  maintenanceEnd: string;
}

interface ChangeTermsProps {
  of: Version<LicenseWithProduct>;
  cancel: ReactNode;
  onDone: () => void;
}

const labels = {
  ends: issuingText.ends,
  date: issuingText.date,
  days: issuingText.days,
  maintenanceEnd: issuingText.maintenanceUntil,
};
/** When it ends is said by these together. */
const units = [['ends', 'date', 'days']] as const;

function valuesOf({ certificate }: LicenseWithProduct): Values {
  return { ...endingOf(certificate.expiry), maintenanceEnd: certificate['maintenance-end']?.slice(0, 10) ?? '' };
}

function show(values: Values, [field]: readonly (keyof Values)[]): string {
  return field === 'maintenanceEnd' ? values.maintenanceEnd : endingLabel(values);
}

/** The form that lets a license, or its maintenance, end at another time. */
export function ChangeTerms({ of, cancel, onDone }: ChangeTermsProps) {
  const maintained = of.item.certificate['maintenance-start'] !== null;
  const save = ({ intent, ...change }: Change<LicenseWithProduct, Values>) => {
    const { expiry, 'maintenance-end': before } = change.base.certificate;
    const { maintenanceEnd: day } = intent;
    const end = maintained ? (day && momentOf(day, before)) || null : before;
    return setTerms({ ...change, intent: { expiry: expiryOfEnding(intent, expiry.date), 'maintenance-end': end } });
  };
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={labels}
      units={units}
      show={show}
      check={checkEnding}
      save={save}
      onSaved={onDone}
      submitLabel={termsText.save}
      busyLabel={termsText.saving}
      cancel={cancel}
    >
      {(form) => (
        <>
          <EndingFields form={form} />
          {maintained && (
            <TextInput type="date" label={issuingText.maintenanceUntil} {...form.getInputProps('maintenanceEnd')} />
          )}
        </>
      )}
    </RecordForm>
  );
}
