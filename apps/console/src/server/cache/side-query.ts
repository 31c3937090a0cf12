import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorStatus } from '#ui/feedback/error-status.ts';
import { createStore } from '#ui/store.ts';

/** The failure of a query whose data only adds to what a screen shows, such as names or a column. */
export interface SideFailure {
  readonly error: unknown;
  readonly retry: () => void;
}

/** The failures on the screen, which the frame around it shows. */
export const sideFailures = createStore<readonly SideFailure[]>([]);

/** What the user may not see (403), or no longer exists (404), is left out without a failure. */
const expected: ReadonlySet<number | null> = new Set([401, 403, 404]);

/** Shows a failure above the screen while the component is mounted; undefined and null are none. */
export function useSideFailure(error: unknown, refetch: () => unknown): void {
  const failed = Boolean(error) && !expected.has(errorStatus(error));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function to retry with is not another failure.
  useEffect(() => {
    if (!failed) return;
    const failure: SideFailure = { error, retry: () => void refetch() };
    sideFailures.set([...sideFailures.get(), failure]);
    return () => sideFailures.set(sideFailures.get().filter((each) => each !== failure));
  }, [failed, error]);
}

/**
 * The data of a query that only adds to what a screen shows; undefined while it loads, and without it. A failure is
 * shown above the screen, with a button that retries: without it, a column or a tab would be missing without a word.
 */
export function useSideQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): Data | undefined {
  const { data, error, refetch } = useQuery(options);
  useSideFailure(error, refetch);
  return data;
}
