import { useEffect } from 'react';
import { followChanges, untilIdle } from '#api/changes.ts';
import { useFollowedAccounts } from '#api/followed-accounts.ts';

/** Whether this page has followed changes before. */
let followed = false;

/**
 * Keeps what is on the screen as the server has it. A page that nobody sees lets go of its connection, of which a
 * browser has few, and catches up when it is seen again. A page that is being loaded settles first.
 */
export function useLiveChanges(): void {
  const accounts = useFollowedAccounts();
  useEffect(() => {
    let connection: AbortController | null = null;
    let seenBefore = false;
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        connection?.abort();
        connection = null;
      } else if (!connection) {
        connection = new AbortController();
        void begin(accounts, connection.signal, seenBefore);
        seenBefore = true;
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      connection?.abort();
    };
  }, [accounts]);
}

async function begin(accounts: string, signal: AbortSignal, missed: boolean): Promise<void> {
  const since = performance.now();
  if (!followed) await untilIdle(signal);
  followed = true;
  await followChanges(accounts, signal, { missed, since });
}
