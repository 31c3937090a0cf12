import { Button } from '@mantine/core';
import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { formText } from '#text/lists.ts';
import { Notice } from './notice.tsx';

type Schema = Parameters<typeof schemaResolver>[0];

interface RecordFormOptions<Values> {
  /** What the server has, as the form shows it. */
  values: Values;
  /** The version of it, which a change is sent along with. */
  version: string | null;
  /** What is checked before saving: a schema, or a check of its own. */
  schema?: Schema;
  check?: (values: Values) => FormErrors;
}

/**
 * The form of a thing that others may change meanwhile. As long as nothing is typed it follows the server; after that
 * it keeps what was typed, and the version it was typed upon, so that a change never overwrites another unseen.
 */
export function useRecordForm<Values extends object>({ values, version, schema, check }: RecordFormOptions<Values>) {
  const [base, setBase] = useState({ text: JSON.stringify(values), version });
  const form = useForm<Values>({
    initialValues: values,
    validate: (typed) => ({
      ...(schema && schemaResolver(schema, { sync: true })(typed as Record<string, unknown>)),
      ...check?.(typed),
    }),
  });
  const text = JSON.stringify(values);
  const same = text === base.text;
  const dirty = form.isDirty();

  const load = (): void => {
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setBase({ text, version });
  };
  useEffect(() => {
    if (same && version !== base.version) setBase({ text, version });
    else if (!same && !dirty) load();
  });

  const conflict =
    !same && dirty ? (
      <Notice tone="yellow" title={formText.changedElsewhere}>
        <Button variant="default" size="xs" onClick={load}>
          {formText.loadCurrent}
        </Button>
      </Notice>
    ) : null;
  /** The header that lets the server refuse a change of something that is no longer what the form was filled with. */
  const headers: Record<string, string> = base.version === null ? {} : { 'If-Match': base.version };
  return { form, conflict, headers };
}
