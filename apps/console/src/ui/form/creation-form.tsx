import type { AnyResource } from '@keyhold/contract';
import { type FormErrors, useForm } from '@mantine/form';
import * as z from 'zod';
import { formText } from '#text/forms.ts';
import { fieldChecks } from './field-checks.ts';
import { Form } from './form.tsx';
import { emptyTexts, TextFields } from './text-fields.tsx';

type Texts<One extends AnyResource> = ReturnType<typeof emptyTexts<One>>;

interface CreationFormProps<One extends AnyResource> {
  of: One;
  /** What is wrong beside what the contract says. */
  check?: (texts: Texts<One>) => FormErrors;
  create: (texts: Texts<One>) => Promise<unknown>;
}

/** The form that creates a record by its texts. */
export function CreationForm<One extends AnyResource>(props: CreationFormProps<One>) {
  const { of, check, create } = props;
  const checkTexts = fieldChecks(z.object(of.create));
  const form = useForm({
    initialValues: emptyTexts(of),
    validate: (texts) => ({ ...checkTexts(texts), ...check?.(texts) }),
  });
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields of={of} set="create" form={form} />
    </Form>
  );
}
