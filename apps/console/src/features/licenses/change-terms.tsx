import { calls } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { RecordForm } from '#panels/record-form.tsx';
import { issuingText, termsText } from '#text/issuing.ts';
import { licensesText } from '#text/licenses.ts';
import { checkEnding, type Ending, endingOf, expiryOfEnding } from './ending.ts';
import { EndingFields } from './ending-fields.tsx';

interface Values extends Ending {
  maintenanceEnd: string;
}

interface ChangeTermsProps {
  license: LicenseWithProduct;
  etag: string | null;
  cancel: ReactNode;
  onDone: () => void;
}

/** The form that lets a license, or its maintenance, end at another time. */
export function ChangeTerms({ license, etag, cancel, onDone }: ChangeTermsProps) {
  const { certificate } = license;
  const maintenanceEnd = certificate['maintenance-end'];
  const values: Values = { ...endingOf(certificate.expiry), maintenanceEnd: maintenanceEnd?.slice(0, 10) ?? '' };
  const maintained = certificate['maintenance-start'] !== null;
  const save = (typed: Values, headers: Record<string, string>) => {
    const body = {
      expiry: expiryOfEnding(typed),
      ...(maintained && { 'maintenance-end': typed.maintenanceEnd || null }),
    };
    return client.send(calls.updateLicenseTerms, { params: { id: keyOf(license) }, body, headers });
  };
  const saved = async (): Promise<void> => {
    await refresh('license');
    onDone();
  };
  return (
    <RecordForm
      record={license}
      etag={etag}
      values={values}
      check={checkEnding}
      save={save}
      saved={licensesText.updated}
      onSaved={saved}
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
