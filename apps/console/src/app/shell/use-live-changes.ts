import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { followChanges, type News, showNews, untilIdle } from '#server/live/changes.ts';
import { useFollowedAccounts } from '#server/live/followed-accounts.ts';
import { followOwnLanguage } from '#server/live/own-language.ts';
import { followOwnUser } from '#server/live/own-user.ts';
import { followShared } from '#server/live/shared-stream.ts';
import { useConfig } from '#session/config.ts';
import { session } from '#session/session.ts';

/** Whether this page has followed changes before. */
let followed = false;

/** When this page last stopped following the changes of an account, by `performance.now()`. */
const left = new Map<string, number>();

/**
 * Keeps the screen in sync with the server. A hidden page closes its connection, because browsers allow only a few, and
 * catches up when it is visible again. The first connection waits until the page is idle.
 */
export function useLiveChanges(): void {
  const accounts = useFollowedAccounts();
  const isSeen = useDocumentVisibility() === 'visible';
  const before = useRef<string>(null);
  const config = useConfig();
  // The server ends a user's streams when the user changes, who may have other rights, or another language chosen on
  // another device, from then on. The page stays as it is when a request fails.
  const onConnected = useEffectEvent((behind: boolean) => {
    void followOwnUser(config).catch(() => null);
    const user = session.current()?.user.rn;
    if (behind && user) void followOwnLanguage(user).catch(() => null);
  });
  useEffect(() => {
    if (!isSeen) return;
    const connection = new AbortController();
    void begin(accounts, connection.signal, { missed: before.current === accounts, onConnected });
    before.current = accounts;
    return () => {
      connection.abort();
      for (const account of accounts.split(',')) left.set(account, performance.now());
    };
  }, [accounts, isSeen]);
}

async function begin(
  accounts: string,
  signal: AbortSignal,
  options: { missed: boolean; onConnected: (behind: boolean) => void },
): Promise<void> {
  // Contents of an account that was left a moment ago are still in the cache.
  const since = Math.min(performance.now(), ...accounts.split(',').flatMap((account) => left.get(account) ?? []));
  if (!followed) await untilIdle(signal);
  followed = true;
  const { missed, onConnected } = options;
  const receive = (news: News): void => {
    showNews(news);
    if ('behind' in news) onConnected(news.behind);
  };
  await followShared<News>({
    name: `changes ${session.current()?.user.rn} ${accounts}`,
    signal,
    // By the clock that all windows share.
    since: Date.now() - (performance.now() - since),
    receive,
    onFollowing: () => receive({ behind: missed }),
    open: (from, pass, first) =>
      followChanges(accounts, signal, {
        missed: first && missed,
        since: performance.now() - (Date.now() - from),
        receive: pass,
      }),
  });
}
