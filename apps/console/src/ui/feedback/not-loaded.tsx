import { Skeleton } from '@mantine/core';
import { listText } from '#text/lists.ts';
import { ErrorAlert } from './error-alert.tsx';

interface NotLoadedProps {
  /** Why the data could not be fetched; null while it is loading. */
  error: unknown;
  refetch: () => unknown;
  /** Of the skeleton, in px. */
  height: number;
}

/** Stands in the place of data that a query does not have: a skeleton, or why it failed. */
export function NotLoaded({ error, refetch, height }: NotLoadedProps) {
  if (error) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={height} radius="md" role="status" aria-label={listText.loading} />;
}
