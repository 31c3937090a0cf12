import { ApiError } from '@keyhold/client';
import { calls, changeSchema } from '@keyhold/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { client } from './client.ts';
import { queryClient, refresh } from './query-client.ts';
import { session } from './session.ts';

const longestWait = 30_000;
const gathering = 150;

let gathered = new Set<string>();

/** Gathers a burst of changes into one invalidation. */
function soon(types: readonly string[]): void {
  if (gathered.size === 0) {
    setTimeout(() => {
      const kinds = [...gathered];
      gathered = new Set();
      void refresh(...kinds);
    }, gathering);
  }
  for (const type of types) gathered.add(type);
}

/** In ms: a page is idle after so long without a request, and at the latest after the second. */
const restful = 1000;
const longestUnrest = 10_000;
/** In seconds: the server keeps changes for so long. */
const longestPast = 60;

/** Waits until the page is idle: what it shows is fetched first, and the code of the menu's screens. */
export async function pageAtRest(signal: AbortSignal): Promise<void> {
  const step = 100;
  let calm = 0;
  let fetched = 0;
  for (let waited = 0; calm < restful && waited < longestUnrest && !signal.aborted; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step));
    const now = performance.getEntriesByType('resource').length;
    calm = queryClient.isFetching() > 0 || now > fetched ? 0 : calm + step;
    fetched = now;
  }
}

/**
 * Follows the changes of accounts until the signal aborts, so that open screens show them. A broken connection is
 * reopened with exponential backoff, and every query fetched again, also at the beginning when changes were `missed`.
 *
 * @param accounts ids, separated by commas
 * @param options.since when the contents were fetched, by `performance.now()`: the server first sends later changes
 */
export async function followChanges(
  accounts: string,
  signal: AbortSignal,
  { missed = false, since = performance.now() }: { missed?: boolean; since?: number } = {},
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
      if (behind) {
        void queryClient.invalidateQueries();
        void followLanguage();
      }
      const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      // Safari cannot iterate over a stream by itself.
      const reader = events?.getReader();
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        const { event, data } = read.value;
        if (event !== 'changed') continue;
        const change = changeSchema.safeParse(JSON.parse(data));
        if (change.success) soon(change.data.types);
      }
    } catch (error) {
      // Every failure is followed by a reconnect below. On a 404 the account may be gone.
      failures += 1;
      if (error instanceof ApiError && error.status === 404) void refresh('account');
    }
    behind = true;
    await rest(failures === 0 ? 500 : Math.min(longestWait, 1000 * 2 ** (failures - 1)), signal);
  }
}

/**
 * The user may have chosen another language on another device: the server ends a user's streams at a change of the user.
 * The page stays as it is when asking fails.
 */
async function followLanguage(): Promise<void> {
  const user = session.current()?.user.rn;
  if (!user) return;
  const { followOwnLanguage } = await import('./own-language.ts');
  await followOwnLanguage(user).catch(() => null);
}

/** Waits, with jitter so that many consoles do not reconnect at one moment, until the signal aborts. */
function rest(duration: number, signal: AbortSignal): Promise<void> {
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
