import type { ReactNode } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { DisabledButton } from '#ui/button/disabled-button.tsx';
import { GoneContext } from '#ui/dialog/form-context.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { errorStatus } from '#ui/feedback/error-status.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import { PageHeader } from './page.tsx';

export interface DetailPageProps<Data> {
  /** The record, if it is loaded, and why it is missing or out of date. */
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The kind of record, as the sentences name it. */
  kind: Parameters<typeof formText.goneTitle>[0]['item'];
  /** The title of the document until the record is loaded. */
  title: string;
  back: { to: string; label: string };
  children: (data: Data) => ReactNode;
}

/**
 * The screen of a record, including its loading, error and deleted states. Pass the record's id as key, so that nothing
 * of one record stays on the screen of another.
 */
export function DetailPage<Data>({ query, kind, title, back, children }: DetailPageProps<Data>) {
  const { data, error } = query;
  if (data === undefined) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <NotLoaded error={error} refetch={query.refetch} height={200} />
      </>
    );
  }
  const gone = errorStatus(error) === 404;
  return (
    <GoneContext value={gone ? goneButton : null}>
      {gone ? (
        <Notice tone="red" title={formText.goneTitle({ item: kind })} mb="md">
          {formText.goneBody}
        </Notice>
      ) : (
        <ErrorAlert error={error} onRetry={() => void query.refetch()} />
      )}
      {children(data)}
    </GoneContext>
  );
}

/** Replaces the save button of a deleted record. */
export function goneButton(label: string): ReactNode {
  return <DisabledButton reason={formText.gone}>{label}</DisabledButton>;
}
