import { calls, type TimedProduct } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { client } from '#api/client.ts';
import { keyOf } from '#api/licenses.ts';
import { refresh } from '#api/query-client.ts';
import { leaseTimesText } from '#text/lease-times.ts';
import { Form } from '#ui/form.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { checkTimes, type TypedTimes, timesOf, typedTimes } from './lease-times.ts';

interface LeaseTimesFormProps {
  product: TimedProduct;
  cancel: ReactNode;
  onDone: () => void;
}

const number = { inputMode: 'numeric', withAsterisk: true } as const;

/** The form that changes how long the leases of a product last. */
export function LeaseTimesForm({ product, cancel, onDone }: LeaseTimesFormProps) {
  const form = useForm<TypedTimes>({ initialValues: typedTimes(product), validate: checkTimes });
  const save = async (typed: TypedTimes): Promise<void> => {
    const { name, description = '' } = product;
    const body = { name, description, ...timesOf(typed) };
    await client.send(calls.updateProduct, { params: { id: keyOf(product) }, body });
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
      note={leaseTimesText.intro}
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
