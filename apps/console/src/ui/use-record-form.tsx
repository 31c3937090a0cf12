import { Button } from '@mantine/core';
import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useState } from 'react';
import { formText } from '#text/forms.ts';
import { Notice } from './notice.tsx';

type Schema = Parameters<typeof schemaResolver>[0];

export interface RecordFormOptions<Values> {
  /** What the server has, as the form shows it. */
  values: Values;
  /** The version of it, which a change is sent along with. */
  version: string | null;
  /** What is checked before saving: a schema, or a check of its own. */
  schema?: Schema;
  check?: (values: Values) => FormErrors;
  /** When the server last saw a change of it. */
  updatedOn: string;
  /** Tells who changed what since a moment. */
  changes: (since: string) => ReactNode;
  /** Asks the server anew, after it refused a change as stale. */
  reload: () => Promise<void>;
}

/**
 * The form of a thing that others may change meanwhile. As long as nothing is typed it follows the server; after that
 * it keeps what was typed, and the version it was typed upon, so that a change never overwrites another unseen.
 */
export function useRecordForm<Values extends object>(options: RecordFormOptions<Values>) {
  const { values, version, updatedOn, schema, check, changes, reload } = options;
  const [base, setBase] = useState({ text: JSON.stringify(values), version, updatedOn });
  /** Since when something changed because of which a save was refused; null while none was. */
  const [refusedSince, setRefusedSince] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues: values,
    validate: (typed) => ({
      ...(schema && schemaResolver(schema, { sync: true })(typed as Record<string, unknown>)),
      ...check?.(typed),
    }),
  });
  const text = JSON.stringify(values);
  const same = text === base.text;
  // What was typed and what the server has may have become the same: by the save itself.
  const dirty = form.isDirty() && JSON.stringify(form.values) !== text;

  const load = (): void => {
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setBase({ text, version, updatedOn });
    setRefusedSince(null);
  };
  useEffect(() => {
    if (same && version !== base.version) setBase({ text, version, updatedOn });
    else if (!same && !dirty) load();
    else if (!dirty && refusedSince !== null) setRefusedSince(null);
  });

  const onStale = async (): Promise<void> => {
    setRefusedSince(base.updatedOn);
    await reload();
  };
  const conflict =
    dirty && (!same || refusedSince !== null) ? (
      <Notice tone="yellow" title={formText.changedElsewhere}>
        {changes(refusedSince ?? base.updatedOn)}
        {same ? (
          <p style={{ margin: 0 }}>{formText.saveAgain}</p>
        ) : (
          <Button variant="default" size="xs" mt="xs" onClick={load}>
            {formText.loadCurrent}
          </Button>
        )}
      </Notice>
    ) : null;
  /** The header that lets the server refuse a change of something that is no longer what the form was filled with. */
  const headers: Record<string, string> = base.version === null ? {} : { 'If-Match': base.version };
  return { form, conflict, headers, onStale };
}
