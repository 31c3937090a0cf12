import { calls } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { client } from '#api/client.ts';
import { keyOf, type LicenseWithProduct } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { RecentChanges } from '#panels/recent-changes.tsx';
import { issuingText, termsText } from '#text/issuing.ts';
import { licensesText } from '#text/licenses.ts';
import { Form } from '#ui/form.tsx';
import { useRecordForm } from '#ui/record-form.tsx';
import { toastSuccess } from '#ui/toast.tsx';
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
  const { form, conflict, headers, onStale } = useRecordForm<Values>({
    values,
    version: etag,
    updatedOn: license['updated-on'],
    check: checkEnding,
    changes: (since) => <RecentChanges rn={license.rn} since={since} />,
    reload: () => refresh('license'),
  });
  const maintained = certificate['maintenance-start'] !== null;
  const save = async (typed: Values): Promise<void> => {
    const body = {
      expiry: expiryOfEnding(typed),
      ...(maintained && { 'maintenance-end': typed.maintenanceEnd || null }),
    };
    await client.send(calls.updateLicenseTerms, { params: { id: keyOf(license) }, body, headers });
    await refresh('license');
    toastSuccess(licensesText.updated);
    onDone();
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      onStale={onStale}
      submitLabel={termsText.save}
      busyLabel={termsText.saving}
      note={conflict}
      cancel={cancel}
    >
      <EndingFields form={form} />
      {maintained && (
        <TextInput type="date" label={issuingText.maintenanceUntil} {...form.getInputProps('maintenanceEnd')} />
      )}
    </Form>
  );
}
