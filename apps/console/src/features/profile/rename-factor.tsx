import { calls, type Factor } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { factorName } from '#factors/factor-item.tsx';
import { renameFactor } from '#factors/factors.data.ts';
import { factorsText } from '#text/factors.ts';
import { formText } from '#text/forms.ts';
import { listText } from '#text/lists.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';

const checks = fieldChecks(calls.renameFactor.body);

interface RenameFactorProps {
  userId: string;
  factor: Factor;
  cancel: ReactNode;
  onDone: () => void;
}

/** The form that gives a factor another name. */
export function RenameFactor({ userId, factor, cancel, onDone }: RenameFactorProps) {
  const form = useForm({ initialValues: { name: factorName(factor) }, validate: checks });
  const rename = async ({ name }: typeof form.values): Promise<void> => {
    await renameFactor({ userId, factor, name });
    onDone();
  };
  return (
    <Form form={form} onSubmit={rename} submitLabel={factorsText.rename} busyLabel={formText.updating} cancel={cancel}>
      <TextInput label={listText.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </Form>
  );
}
