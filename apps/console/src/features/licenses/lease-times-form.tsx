import type { TimedProduct } from '@keyhold/contract';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { productQuery } from '#api/catalogue.ts';
import type { Change, Version } from '#api/change.ts';
import { RecordForm } from '#record-form/record-form.tsx';
import { leaseTimesText } from '#text/lease-times.ts';
import { listText } from '#text/lists.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { checkTimes, type TypedTimes, timesOf, typedTimes } from './lease-times.ts';
import { setLeaseTimes } from './licenses.data.ts';

interface LeaseTimesFormProps {
  id: string;
  cancel: ReactNode;
  onDone: () => void;
}

const labels = {
  'heartbeat-seconds': leaseTimesText.heartbeatField,
  'lease-seconds': leaseTimesText.leaseField,
  'grace-seconds': leaseTimesText.graceField,
};
const number = { inputMode: 'numeric', withAsterisk: true } as const;

/** The form that changes how long the leases of a product last. */
export function LeaseTimesForm({ id, cancel, onDone }: LeaseTimesFormProps) {
  const { data, error, refetch } = useQuery(productQuery(id));
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius="md" role="status" aria-label={listText.loading} />;
  return (
    <RecordForm
      of={data}
      valuesOf={typedTimes}
      labels={labels}
      check={checkTimes}
      save={save}
      onSaved={onDone}
      submitLabel={leaseTimesText.save}
      busyLabel={leaseTimesText.saving}
      cancel={cancel}
      note={leaseTimesText.intro}
    >
      {(form) => (
        <>
          <TextInput
            label={leaseTimesText.heartbeatField}
            description={leaseTimesText.heartbeatHint}
            {...number}
            {...form.getInputProps('heartbeat-seconds')}
          />
          <TextInput
            label={leaseTimesText.leaseField}
            description={leaseTimesText.leaseHint}
            {...number}
            {...form.getInputProps('lease-seconds')}
          />
          <TextInput
            label={leaseTimesText.graceField}
            description={leaseTimesText.graceHint}
            {...number}
            {...form.getInputProps('grace-seconds')}
          />
        </>
      )}
    </RecordForm>
  );
}

function save({ intent, ...change }: Change<TimedProduct, TypedTimes>): Promise<Version<TimedProduct>> {
  return setLeaseTimes({ ...change, intent: timesOf(intent) });
}
