import { Box, Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import type { QuestionWords } from '#ui/dialog/confirm-dialog.tsx';
import { DialogContext, GoneContext } from '#ui/dialog/form-context.ts';
import { useUnsavedChanges } from '#ui/dialog/unsaved-changes.tsx';
import { useQuestion } from '#ui/dialog/use-question.tsx';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { isStale, refusedFields } from '#ui/feedback/error-status.ts';
import { useRun } from '#ui/feedback/use-run.ts';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import styles from './form.module.css';

/** Loaded on first use: the sign-in form asks nothing. */
const Question = lazyPart(async () => ({
  default: (await import('#ui/dialog/confirm-dialog.tsx')).ConfirmDialog,
}));

export interface FormProps<Values extends object> {
  form: UseFormReturnType<Values>;
  /** Saves. An error is shown above the form and marks its fields; what was typed stays. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** The confirmation that values need before they are saved; null for none. */
  question?: ((values: Values) => QuestionWords | null) | undefined;
  /** Called after a save if nothing was typed meanwhile; by default closes the dialog around the form. */
  onSaved?: (() => void) | null | undefined;
  submitLabel: string;
  busyLabel: string;
  children: ReactNode;
  /** Replaces the dialog's Cancel. */
  close?: ReactNode;
  /** Rendered between the fields and the button. */
  note?: ReactNode;
  /** Replaces the submit button, such as by a disabled one; null for a read-only form, which has no bar. */
  submit?: ReactNode;
  /** Whether its button is not primary, because the page has another primary one. */
  secondary?: boolean;
  /**
   * Whether it is the form of a record: it stays editable while it is saved, and its note reports a save that the
   * server refused because the record was changed meanwhile.
   */
  ofRecord?: boolean;
  /** Whether to ask before unsaved changes are left. A form that does not ask and has no Cancel fills its page. */
  guarded?: boolean;
}

/**
 * A form: its error, its fields, and the bar with its button, which stays in view while there is something to save. All
 * field errors show at once, and the first field with an error is focused.
 */
export function Form<Values extends object>(props: FormProps<Values>) {
  const dialog = use(DialogContext);
  const closeDialog = dialog?.close;
  const { form, onSubmit, question, onSaved = closeDialog, submitLabel, busyLabel, children } = props;
  const { close, note, submit, secondary = false, ofRecord = false, guarded = true } = props;
  const element = useRef<HTMLFormElement>(null);
  /** The values being saved, as JSON; null while none are. */
  const sent = useRef<string | null>(null);
  /** The element that had the focus on submit. */
  const left = useRef<Element>(null);
  const { busy, error, run, clear } = useRun();
  const [refused, setRefused] = useState(0);
  const { ask, dialog: questionDialog } = useQuestion(Question);
  const gone = use(GoneContext);
  const cancel = close || (dialog && <Button onClick={dialog.cancel}>{formText.cancel}</Button>);
  const dirty = form.isDirty();
  const isUnsaved = (): boolean =>
    sent.current === null ? form.isDirty() : JSON.stringify(form.getValues()) !== sent.current;
  useUnsavedChanges({ isDirty: () => guarded && isUnsaved(), isBusy: () => sent.current !== null });

  // Locks the fields while they are sent. The button gets the lost focus and announces the progress.
  const locked = busy && !ofRecord;
  useLayoutEffect(() => {
    const button = element.current?.querySelector<HTMLElement>('[type="submit"]');
    if (locked) {
      left.current = document.activeElement;
      button?.focus();
    } else if (document.activeElement === button && left.current instanceof HTMLElement) left.current.focus();
  }, [locked]);

  // Once the errors are rendered, the first field with an error gets the focus.
  useEffect(() => {
    if (refused > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const save = (values: Values): Promise<void> =>
    run(
      async () => {
        sent.current = JSON.stringify(values);
        await onSubmit(values)
          .then(() => {
            if (!isUnsaved()) form.resetDirty();
          })
          .finally(() => {
            sent.current = null;
          });
        if (!form.isDirty()) onSaved?.();
      },
      (thrown) => {
        if (ofRecord && isStale(thrown)) return true;
        // The message is shown above the form; the fields it is about are marked.
        const fields = refusedFields(thrown, Object.keys(values));
        form.setErrors(Object.fromEntries(fields.map((field) => [field, true])));
        setRefused((count) => count + 1);
        return false;
      },
    );
  const saveOrAsk = (values: Values): Promise<void> | undefined => {
    const words = question?.(values);
    if (!words) return save(values);
    // The dialog closes at once: the form shows the progress and an error.
    ask({ words, danger: true, onConfirm: async () => void save(values) });
    return undefined;
  };
  // Prevents another submit during asynchronous validation and while the form is saved.
  const submitOnce = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // What is entered now is saved, also if a field changes during the validation.
    const entered = form.getValues();
    // The value of a half-typed date is '', like that of an empty field.
    const dates = event.currentTarget.querySelectorAll<HTMLInputElement>('[type="date"]');
    const halfTyped = [...dates].filter(({ validity }) => validity.badInput);
    const refuse = (): void => {
      // The previous error does not apply to the new values.
      clear();
      for (const { dataset } of halfTyped) form.setFieldError(dataset['path'] ?? '', formText.wholeDate);
      setRefused((count) => count + 1);
    };
    if (!form.submitting) form.onSubmit(halfTyped.length > 0 ? refuse : () => saveOrAsk(entered), refuse)(event);
  };
  const fields = (
    <Box component="form" ref={element} noValidate maw={dialog ? undefined : 560} onSubmit={submitOnce}>
      <ErrorAlert error={error} />
      <fieldset className={styles.fields} disabled={gone !== null} inert={locked}>
        <Stack gap="md">{children}</Stack>
      </fieldset>
      {note && (
        <Box mt="md" c="dimmed">
          {note}
        </Box>
      )}
      {submit !== null && (
        <Group
          className={styles.bar}
          data-sticky={(guarded && dirty) || undefined}
          gap="sm"
          justify={cancel ? 'flex-end' : 'flex-start'}
        >
          <fieldset className={styles.fields} disabled={busy}>
            {cancel}
          </fieldset>
          {gone?.(submitLabel) ?? submit ?? (
            <Button
              {...(!secondary && { variant: 'filled' })}
              type="submit"
              aria-busy={busy}
              fullWidth={!guarded && !cancel}
            >
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
    </Box>
  );
  return (
    <>
      {fields}
      {questionDialog}
    </>
  );
}
