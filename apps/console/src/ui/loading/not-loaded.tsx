import { Skeleton } from '@mantine/core';
import { listText } from '#i18n/text/every-page.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';

interface NotLoadedProps {
  /** Why the data could not be fetched; null while it is loading. */
  error: unknown;
  refetch: () => unknown;
  /** The height of the skeleton, in px. */
  height: number;
}

/** The placeholder for data that a query does not have: a skeleton, or the error. */
export function NotLoaded({ error, refetch, height }: NotLoadedProps) {
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={height} radius="md" role="status" aria-label={listText.loading} />;
}
