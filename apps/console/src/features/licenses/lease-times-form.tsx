import { calls, type TimedProduct } from '@keyhold/contract';
import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { productQuery } from '#api/catalogue.ts';
import { client } from '#api/client.ts';
import { keyOf } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { listText } from '#text/lists.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { Form } from '#ui/form.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { useRecordForm } from '#ui/use-record-form.tsx';
import { checkTimes, type TypedTimes, timesOf, typedTimes } from './lease-times.ts';

interface LeaseTimesFormProps {
  id: string;
  cancel: ReactNode;
  onDone: () => void;
}

const number = { inputMode: 'numeric', withAsterisk: true } as const;

/** The form that changes how long the leases of a product last. */
export function LeaseTimesForm({ id, cancel, onDone }: LeaseTimesFormProps) {
  const { data, error, refetch } = useQuery(productQuery(id));
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius="md" role="status" aria-label={listText.loading} />;
  return <LoadedTimes product={data.item} etag={data.etag} cancel={cancel} onDone={onDone} />;
}

interface LoadedTimesProps extends Omit<LeaseTimesFormProps, 'id'> {
  product: TimedProduct;
  etag: string | null;
}

function LoadedTimes({ product, etag, cancel, onDone }: LoadedTimesProps) {
  const { form, conflict, headers, onStale } = useRecordForm<TypedTimes>({
    values: typedTimes(product),
    version: etag,
    check: checkTimes,
    // What somebody else changed is told by the fields alone.
    updatedOn: '',
    changes: () => null,
    reload: () => refresh('product'),
  });
  const save = async (typed: TypedTimes): Promise<void> => {
    const { name, description = '' } = product;
    const body = { name, description, ...timesOf(typed) };
    await client.send(calls.updateProduct, { params: { id: keyOf(product) }, body, headers });
    await refresh('product');
    toastSuccess(leaseTimesText.saved);
    onDone();
  };
  return (
    <Form
      form={form}
      onSubmit={save}
      submitLabel={leaseTimesText.save}
      busyLabel={leaseTimesText.saving}
      cancel={cancel}
      note={conflict ?? leaseTimesText.intro}
      onStale={onStale}
    >
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
    </Form>
  );
}
