import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { subjectOf } from '#api/change.ts';
import { formText } from '#text/forms.ts';
import { Form, type FormProps } from '#ui/form/form.tsx';
import { type RecordFormOptions, useRecordForm } from './use-record-form.tsx';

interface RecordFormProps<Base extends object, Values extends object>
  extends RecordFormOptions<Base, Values>,
    Partial<Pick<FormProps<Values>, 'submitLabel' | 'busyLabel' | 'submit' | 'secondary' | 'note' | 'onSaved'>> {
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
