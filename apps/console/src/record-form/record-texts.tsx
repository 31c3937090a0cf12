import { type AnyResource, type TextOf, textsIn } from '@keyhold/contract';
import type { ComponentProps } from 'react';
import * as z from 'zod';
import { fieldNames } from '#text/fields.ts';
import { formText } from '#text/forms.ts';
import { DisabledButton } from '#ui/button/disabled-button.tsx';
import { TextFields } from '#ui/form/text-fields.tsx';
import { RecordForm } from './record-form.tsx';

type Texts<One extends AnyResource> = Record<TextOf<One>, string>;
type FormProps<Base extends object, Values extends object> = ComponentProps<typeof RecordForm<Base, Values>>;

interface RecordTextsProps<One extends AnyResource, Base extends Texts<One>>
  extends Omit<FormProps<Base, Pick<Base, TextOf<One>>>, 'valuesOf' | 'labels' | 'submit' | 'children'> {
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
      {(form) => <TextFields of={resource} set="update" form={form} readOnly={readOnly} />}
    </RecordForm>
  );
}
