import { type AnyResource, type TextOf, textsIn } from '@keyhold/contract';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { formText } from '#i18n/text/every-page.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { subjectOf } from '#server/mutation/change.ts';
import { DisabledButton } from '#ui/button/disabled-button.tsx';
import { Form, type FormProps } from '#ui/form/form.tsx';
import { TextFields } from './text-fields.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.tsx';

interface RecordFormProps<Base extends object, Values extends object>
  extends RecordFormOptions<Base, Values>,
    Partial<
      Pick<FormProps<Values>, 'submitLabel' | 'busyLabel' | 'submit' | 'secondary' | 'note' | 'question' | 'onSaved'>
    > {
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** The form of a record that others may change too. Another record gets a new form. */
export function RecordForm<Base extends object, Values extends object>(props: RecordFormProps<Base, Values>) {
  return <FormOfRecord key={subjectOf(props.of.item).rn} {...props} />;
}

function FormOfRecord<Base extends object, Values extends object>(props: RecordFormProps<Base, Values>) {
  const { note, children } = props;
  const { form, notice, begin, submit } = useRecordForm(props);
  return (
    <Form
      submitLabel={formText.update}
      busyLabel={formText.updating}
      {...props}
      form={form}
      onSubmit={(typed) => submit(begin(typed))}
      ofRecord
      note={notice || note}
    >
      {children(form)}
    </Form>
  );
}

type Texts<One extends AnyResource> = Record<TextOf<One>, string>;

interface RecordTextsProps<One extends AnyResource, Base extends Texts<One>>
  extends Omit<RecordFormProps<Base, Pick<Base, TextOf<One>>>, 'valuesOf' | 'labels' | 'submit' | 'children'> {
  resource: One;
  readOnly?: boolean;
  /** Why the user cannot change it; displayed by the button. */
  refusal?: string | null;
}

/** The form of a record with only text fields. A read-only form has no button bar, unless it has a refusal. */
export function RecordTexts<One extends AnyResource, Base extends Texts<One>>(props: RecordTextsProps<One, Base>) {
  const { resource, readOnly = false, refusal, ...rest } = props;
  const disabled = refusal && <DisabledButton reason={refusal}>{formText.update}</DisabledButton>;
  return (
    <RecordForm
      valuesOf={(record) => textsIn(resource, record)}
      labels={fieldNames as Texts<One>}
      schema={z.object(resource.update)}
      submit={disabled ?? (readOnly ? null : undefined)}
      {...rest}
    >
      {(form) => <TextFields resource={resource} set="update" form={form} readOnly={readOnly} />}
    </RecordForm>
  );
}
