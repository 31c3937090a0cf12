import { Loader } from '@mantine/core';
import { listText } from '#text/lists.ts';
import { ErrorAlert } from './error-alert.tsx';
import { PageHeader } from './page.tsx';

interface DetailPendingProps {
  /** Names the document until the thing itself is known. */
  title: string;
  back: { to: string; label: string };
  error: unknown;
  onRetry: () => void;
}

/** A detail screen whose thing is still loading, or could not be loaded. */
export function DetailPending({ title, back, error, onRetry }: DetailPendingProps) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorAlert error={error} onRetry={onRetry} />
      {!error && (
        <div className="kh-detail-loading" role="status" aria-label={listText.loading}>
          <Loader />
        </div>
      )}
    </>
  );
}
