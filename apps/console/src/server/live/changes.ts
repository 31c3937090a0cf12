import { ApiError } from '@keyhold/client';
import { type Change, calls, changeSchema } from '@keyhold/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { isKind } from '#server/cache/kinds.ts';
import { queryClient, refresh, refreshAll } from '#server/cache/query-client.ts';
import { client } from '#server/client/client.ts';
import { isChanging, refetchesItself } from '#server/client/own-changes.ts';

const longestBackoff = 30_000;
const batchDelay = 150;
/** In ms: how long announcements wait for the end of a change of this page. */
const longestHold = 2_000;

let batch: Change[] = [];

/** Batches a burst of changes into one refetch. */
function refreshInBatch(change: Change): void {
  if (batch.length === 0) setTimeout(refreshBatch, batchDelay, 0);
  batch.push(change);
}

/** Refetches what shows the changes, without those after which this page refetches by itself. */
function refreshBatch(held: number): void {
  if (isChanging() && held < longestHold) {
    setTimeout(refreshBatch, batchDelay, held + batchDelay);
    return;
  }
  const kinds = batch.flatMap(({ types, request }) => types.filter((type) => !refetchesItself(request, type)));
  batch = [];
  const known = kinds.filter(isKind);
  if (known.length > 0) void refresh(...new Set(known));
}

/** In ms: a page is idle after `idleAfter` without a request, at the latest after `longestIdleWait`. */
const idleAfter = 1000;
const longestIdleWait = 10_000;
/** In seconds: how long the server keeps changes. */
const longestPast = 60;

/** Waits until the page is idle, so that its data and the code of the menu's screens are fetched first. */
export async function untilIdle(signal: AbortSignal): Promise<void> {
  const step = 100;
  let idle = 0;
  let fetched = 0;
  for (let waited = 0; idle < idleAfter && waited < longestIdleWait && !signal.aborted; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step));
    const now = performance.getEntriesByType('resource').length;
    idle = queryClient.isFetching() > 0 || now > fetched ? 0 : idle + step;
    fetched = now;
  }
}

/**
 * News of a stream: a change; that it is connected, and whether changes may have been missed before; or that one of its
 * accounts does not exist any more.
 */
export type News = { readonly change: Change } | { readonly behind: boolean } | { readonly missing: true };

interface FollowOptions {
  missed?: boolean;
  /** When the contents were fetched, by `performance.now()`: the server first sends later changes. */
  since?: number;
  /** Receives the news; by default this window shows them. */
  receive?: (news: News) => void;
}

/** Shows what is new on the screen. */
export function showNews(news: News): void {
  if ('change' in news) refreshInBatch(news.change);
  else if ('missing' in news) void refresh('account');
  else if (news.behind) void refreshAll();
}

/**
 * Follows the changes of accounts until the signal aborts, so that open screens show them. A broken connection is
 * reopened with exponential backoff, and every query refetched, also at the start when changes were `missed`.
 *
 * @param accounts ids, separated by commas
 */
export async function followChanges(
  accounts: string,
  signal: AbortSignal,
  { missed = false, since = performance.now(), receive = showNews }: FollowOptions = {},
): Promise<void> {
  let failures = 0;
  let behind = missed;
  while (!signal.aborted) {
    try {
      const past = behind ? 0 : Math.ceil((performance.now() - since) / 1000) + 1;
      if (past > longestPast) behind = true;
      const response = await client.open(calls.watchChanges, {
        query: { account: accounts, past: Math.min(past, longestPast) },
        signal,
      });
      failures = 0;
      receive({ behind });
      // Safari cannot iterate over a stream by itself.
      const reader = response.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      try {
        for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
          const { event, data } = read.value;
          if (event !== 'changed') continue;
          const change = changeSchema.safeParse(JSON.parse(data));
          if (change.success) receive({ change: change.data });
        }
      } finally {
        // Closes the connection after an unreadable event.
        void reader?.cancel().catch(() => null);
      }
    } catch (error) {
      // Every failure is followed by a reconnect below. On a 404, the account may be deleted.
      failures += 1;
      if (error instanceof ApiError && error.status === 404) receive({ missing: true });
    }
    behind = true;
    await backOff(failures === 0 ? 500 : Math.min(longestBackoff, 1000 * 2 ** (failures - 1)), signal);
  }
}

/** Waits until the signal aborts, at most `duration` with jitter, so that consoles do not all reconnect at once. */
function backOff(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, duration * (0.75 + Math.random() / 2));
    signal.addEventListener('abort', end);
  });
}
