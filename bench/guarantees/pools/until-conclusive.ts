import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../bed/http-client.ts';

/** The problems of a reply, if it has any. */
interface Refusable {
  readonly problems?: readonly { readonly code: string }[];
}

/** Problems that say nothing about seats: the request is sent again. */
const inconclusive = new Set(['busy', 'database-away', 'outcome-unknown', 'stopping', 'overloaded']);

/**
 * Returns a function that sends a request until there is a conclusive reply, to one server after the other; `first` in
 * its result is the moment when it was first sent.
 *
 * @param offset which server gets the first request
 */
export function createSender(https: readonly HttpClient[], token: string, offset = 0) {
  let requests = offset;
  return async <Reply extends Refusable>(method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    const first = performance.now();
    for (;;) {
      requests += 1;
      const http = https[requests % https.length] as HttpClient;
      const reply = await http.send<Reply>(method, path, { token, body }).catch(() => null);
      const code = reply?.body.problems?.[0]?.code ?? '';
      if (reply && reply.status < 500 && !inconclusive.has(code)) return { ...reply, first };
      await sleep(20 + Math.random() * 80);
    }
  };
}
