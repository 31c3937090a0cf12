import { useMemo } from 'react';
import { isStale } from '#ui/stale.ts';

/** The header that lets the server refuse a change of what is no longer as it was read. */
export function ifMatch(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'If-Match': etag };
}

/**
 * Guards a change that is asked about first: the version is read when the question opens, and sent with the change. If
 * somebody changed the thing meanwhile, that is told, and confirming once more means what it is now.
 *
 * @param read asks the server for the version of the thing with an id.
 */
export function useVersionGuard(read: (id: string) => Promise<{ etag: string | null }>) {
  return useMemo(() => {
    // A thing that cannot be read is not guarded: the change itself says why.
    let version: Promise<string | null> = Promise.resolve(null);
    const see = (id: string): void => {
      version = read(id)
        .then(({ etag }) => etag)
        .catch(() => null);
    };
    const send = async (id: string, change: (headers: Record<string, string>) => Promise<unknown>): Promise<void> => {
      try {
        await change(ifMatch(await version));
      } catch (error) {
        if (isStale(error)) see(id);
        throw error;
      }
    };
    return { see, send };
  }, [read]);
}
