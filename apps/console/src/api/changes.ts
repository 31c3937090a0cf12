import { ApiError } from '@keyhold/client';
import { calls, changeSchema } from '@keyhold/contract';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { client } from './client.ts';
import { queryClient, refresh } from './query-client.ts';

const longestWait = 30_000;
const gathering = 150;

let gathered = new Set<string>();

/** Changes come in bursts; the screens are asked to follow once for each burst. */
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

/** A page is at rest when for so long nothing was asked of the server; it is not waited for longer than this. */
const restful = 1000;
const longestUnrest = 10_000;
/** Most seconds that the server looks back. */
const longestPast = 60;

/** Waits until the page is at rest: what is shown comes first, and a page that has loaded can be told from one that loads. */
export async function pageAtRest(signal: AbortSignal): Promise<void> {
  const step = 100;
  let calm = 0;
  for (let waited = 0; calm < restful && waited < longestUnrest && !signal.aborted; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step));
    calm = queryClient.isFetching() > 0 ? 0 : calm + step;
  }
}

/**
 * Follows what changes in accounts, by their ids separated by commas, so that open screens show it: until the signal aborts. A broken connection is
 * made again, at first at once, then with growing pauses; what was missed meanwhile is asked for anew, also at the
 * beginning when something was `missed` already. Else the server first tells what changed `since` the contents were
 * asked for, a moment of `performance.now()`.
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
      if (behind) void queryClient.invalidateQueries();
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
      // Whatever broke it, the answer is the same: the connection is made again below. The account may be gone, though.
      failures += 1;
      if (error instanceof ApiError && error.status === 404) void refresh('account');
    }
    behind = true;
    await rest(failures === 0 ? 500 : Math.min(longestWait, 1000 * 2 ** (failures - 1)), signal);
  }
}

/** Waits, but not past the end. The pause differs a little, so that many consoles do not come back at one moment. */
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
