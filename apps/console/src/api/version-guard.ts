import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isStale } from '#ui/stale.ts';
import { queryClient } from './query-client.ts';

interface Read {
  etag: string | null;
}

/** The header that lets the server refuse a change of what is no longer as it was read. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}

/**
 * Guards a change that is asked about first: the version is read when the question opens, and sent with the change. If
 * somebody changed the thing meanwhile, that is told, and confirming once more means what it is now.
 *
 * @param queryOf the query of the thing that an rn names, which answers its version.
 */
export function useVersionGuard<Item extends Read, Key extends QueryKey>(
  queryOf: (rn: string) => UseQueryOptions<Item, Error, Item, Key>,
) {
  return useMemo(() => {
    // A thing that cannot be read is not guarded: the change itself says why.
    let version: Promise<string | null> = Promise.resolve(null);
    const see = (rn: string): void => {
      const { queryKey, queryFn } = queryOf(rn);
      version = queryClient
        .fetchQuery({ queryKey, ...(queryFn && { queryFn }), staleTime: 0 })
        .then(({ etag }) => etag)
        .catch(() => null);
    };
    const send = async (rn: string, change: (headers: Record<string, string>) => Promise<unknown>): Promise<void> => {
      try {
        await change(ifMatch(await version));
      } catch (error) {
        if (isStale(error)) see(rn);
        throw error;
      }
    };
    return { see, send };
  }, [queryOf]);
}
