import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
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
  const isSeen = useDocumentVisibility() === 'visible';
  const before = useRef<string>(null);
  useEffect(() => {
    if (!isSeen) return;
    const connection = new AbortController();
    void begin(accounts, connection.signal, before.current === accounts);
    before.current = accounts;
    return () => connection.abort();
  }, [accounts, isSeen]);
}

async function begin(accounts: string, signal: AbortSignal, missed: boolean): Promise<void> {
  const since = performance.now();
  if (!followed) await untilIdle(signal);
  followed = true;
  await followChanges(accounts, signal, { missed, since });
}
