import { useSyncExternalStore } from 'react';
import { sideFailures } from '#server/cache/side-query.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';

/** The first failure of a query that adds to the screen. A retry repeats every failed one. */
export function SideFailureNotice() {
  const failures = useSyncExternalStore(sideFailures.subscribe, sideFailures.get);
  const retry = (): void => {
    for (const failure of failures) failure.retry();
  };
  return <ErrorAlert error={failures[0]?.error} onRetry={retry} />;
}
