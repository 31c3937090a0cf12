import type { AnyResource } from '@keyhold/contract';
import { type FormErrors, useForm } from '@mantine/form';
import * as z from 'zod';
import { formText } from '#i18n/text/every-page.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from './text-fields.tsx';

type Texts<One extends AnyResource> = ReturnType<typeof emptyTexts<One>>;

/**
 * The form state of a new record, validated by the contract.
 *
 * @param chosen the initial values of the fields that are not texts
 * @param check validation in addition to the contract's
 */
export function useCreationForm<One extends AnyResource, Chosen extends object>(
  resource: One,
  chosen: Chosen,
  check?: (values: Texts<One> & Chosen) => FormErrors,
) {
  const checkFields = fieldChecks(z.object(resource.create));
  return useForm<Texts<One> & Chosen>({
    initialValues: { ...emptyTexts(resource), ...chosen },
    validate: (values) => ({ ...checkFields(values), ...check?.(values) }),
  });
}

interface CreationFormProps<One extends AnyResource> {
  resource: One;
  /** Validation in addition to the contract's. */
  check?: (texts: Texts<One>) => FormErrors;
  create: (texts: Texts<One>) => Promise<unknown>;
}

/** The form that creates a record from its texts. */
export function CreationForm<One extends AnyResource>({ resource, check, create }: CreationFormProps<One>) {
  const form = useCreationForm(resource, {}, check);
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields resource={resource} set="create" form={form} />
    </Form>
  );
}
