import { useEffect } from 'react';
import { followChanges } from '#api/changes.ts';
import { useSelectedAccount } from '#api/selected-account.ts';

/**
 * Keeps what is on the screen as the server has it. A page that nobody sees lets go of its connection, of which a
 * browser has few, and catches up when it is seen again.
 */
export function useLiveChanges(): void {
  const { accountId } = useSelectedAccount();
  useEffect(() => {
    let connection: AbortController | null = null;
    let seenBefore = false;
    const follow = (): void => {
      if (document.visibilityState === 'hidden') {
        connection?.abort();
        connection = null;
      } else if (!connection) {
        connection = new AbortController();
        void followChanges(accountId, connection.signal, { missed: seenBefore });
        seenBefore = true;
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      connection?.abort();
    };
  }, [accountId]);
}
