import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formText } from '#text/forms.ts';
import { ErrorAlert } from './error-alert.tsx';
import { fieldErrors } from './field-errors.ts';
import { isStale } from './stale.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';
import './form.css';

interface FormProps<Values extends object> {
  form: UseFormReturnType<Values>;
  /** Saves. What it throws is shown above the form, and marks the fields it is about; what was typed stays. */
  onSubmit: (values: Values) => Promise<void>;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
  /** Shown beside the submit button, such as Cancel. */
  cancel?: ReactNode;
  /** Stands between the fields and the button. */
  note?: ReactNode;
  /** Replaces the submit button, such as by a disabled one that says why. */
  submit?: ReactNode;
  /** Takes over when the server refuses a save because somebody else changed the thing meanwhile. */
  onStale?: () => Promise<void>;
  /** Whether to ask before unsaved changes are left. */
  guarded?: boolean;
  fullWidth?: boolean;
  /** A form that can only be read has no bar. */
  hideBar?: boolean;
}

/**
 * A form: what failed above it, its fields, and the bar with its button, which stays in view while there is something
 * to save. All errors show at once, beside their fields, and the first is focused.
 */
export function Form<Values extends object>(props: FormProps<Values>) {
  const {
    form,
    onSubmit,
    submitLabel,
    busyLabel,
    children,
    cancel,
    note,
    submit,
    onStale,
    guarded = true,
    fullWidth,
    hideBar = false,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  const saved = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [refused, setRefused] = useState(0);
  const dirty = form.isDirty();
  useUnsavedChanges(() => guarded && !saved.current && form.isDirty());

  // After the errors are on the screen, the first field that has one gets the focus.
  useEffect(() => {
    if (refused > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const save = async (values: Values): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    saved.current = true;
    try {
      await onSubmit(values);
      form.resetDirty();
    } catch (thrown) {
      if (onStale && isStale(thrown)) return await onStale();
      // The words stand above the form; the fields they are about are marked.
      const fields = Object.keys(fieldErrors(thrown, Object.keys(values)));
      form.setErrors(Object.fromEntries(fields.map((field) => [field, true])));
      setError(thrown);
      setRefused((count) => count + 1);
    } finally {
      saved.current = false;
      setBusy(false);
    }
  };
  return (
    <form
      ref={element}
      noValidate
      className="kh-form"
      onSubmit={form.onSubmit(save, () => setRefused((count) => count + 1))}
    >
      <ErrorAlert error={error} />
      <Stack gap="md">{children}</Stack>
      {note && <div className="kh-form-note">{note}</div>}
      {!hideBar && (
        <Group
          className="kh-form-bar"
          data-sticky={(guarded && dirty) || undefined}
          gap="sm"
          justify={cancel ? 'flex-end' : 'flex-start'}
        >
          {cancel}
          {submit ?? (
            <Button type="submit" aria-busy={busy} fullWidth={fullWidth ?? false}>
              {busy ? busyLabel : submitLabel}
            </Button>
          )}
          {guarded && dirty && !busy && !cancel && (
            <Button variant="subtle" color="gray" onClick={() => form.reset()}>
              {formText.discard}
            </Button>
          )}
        </Group>
      )}
    </form>
  );
}
