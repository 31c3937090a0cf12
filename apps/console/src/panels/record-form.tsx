import { parseRn } from '@keyhold/contract';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { refresh } from '#api/query-client.ts';
import { formText } from '#text/forms.ts';
import { Form } from '#ui/form.tsx';
import { toastSuccess } from '#ui/toast.tsx';
import { type RecordFormOptions, useRecordForm } from '#ui/use-record-form.tsx';
import { RecentChanges } from './recent-changes.tsx';

interface RecordFormProps<Values extends object> extends Pick<RecordFormOptions<Values>, 'values' | 'schema'> {
  /** The thing that is changed, and its version. */
  record: { rn: string; 'updated-on': string };
  etag: string | null;
  check?: (values: Values) => FormErrors;
  /** Sends the change; the headers let the server refuse it when the thing is no longer as it was read. */
  save: (values: Values, headers: Record<string, string>) => Promise<unknown>;
  /** What the toast says then. */
  saved: string;
  /** What is done once it is saved, instead of asking for the thing anew. */
  onSaved?: () => Promise<void> | void;
  submitLabel?: string;
  busyLabel?: string;
  /** Replaces the submit button. */
  submit?: ReactNode;
  cancel?: ReactNode;
  /** Stands between the fields and the button. */
  note?: ReactNode;
  /** A form that can only be read has no bar. */
  hideBar?: boolean;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

/** The form of a thing of the server: who changed it meanwhile, and what, is told before a change overwrites it. */
export function RecordForm<Values extends object>(props: RecordFormProps<Values>) {
  const { record, etag, values, schema, check, save, saved, onSaved, children } = props;
  const reload = (): Promise<void> => refresh(parseRn(record.rn).resourceType);
  const { form, conflict, headers, onStale } = useRecordForm<Values>({
    values,
    version: etag,
    updatedOn: record['updated-on'],
    changes: (since) => <RecentChanges rn={record.rn} since={since} />,
    reload,
    ...(schema && { schema }),
    ...(check && { check }),
  });
  const update = async (typed: Values): Promise<void> => {
    await save(typed, headers);
    await (onSaved ?? reload)();
    toastSuccess(saved);
  };
  return (
    <Form
      form={form}
      onSubmit={update}
      onStale={onStale}
      submitLabel={props.submitLabel ?? formText.update}
      busyLabel={props.busyLabel ?? formText.updating}
      note={conflict ?? props.note}
      submit={props.submit}
      cancel={props.cancel}
      hideBar={props.hideBar ?? false}
    >
      {children(form)}
    </Form>
  );
}
