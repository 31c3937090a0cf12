import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { startWebhookReceiver } from '../../apps/server/test/receivers/webhook-receiver.ts';
import type { Staff } from '../faults/load.ts';

/** Those who are notified: an administrator's open console, and a receiver of webhooks. */
export interface Followers {
  /** The kinds of notification that arrived between two moments, by `performance.now()`. */
  between(from: number, to: number): Readonly<Record<FollowedKind, readonly number[]>>;
  stop(): Promise<void>;
}

export const followedKinds = ['stream', 'webhook'] as const;
export type FollowedKind = (typeof followedKinds)[number];

/** When a stream is opened again that ended, in milliseconds: as the servers say. */
const reconnectAfter = 500;

/** Follows changes by a stream and by a webhook. The load causes several of both each second. */
export async function startFollowers(url: string, { account, administrator }: Staff): Promise<Followers> {
  const moments = { stream: [] as number[], webhook: [] as number[] };
  const receiver = await startWebhookReceiver();
  receiver.answer = (response) => {
    moments.webhook.push(performance.now());
    response.writeHead(204).end();
  };
  const authorization = `Bearer ${administrator.token}`;
  const events = ['license.consumed', 'license.released', 'license.denied'];
  const created = await fetch(`${url}/iam/v1/webhooks`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ 'account-id': account, url: receiver.url, events }),
  });
  if (created.status !== 201) throw new Error(`There is no webhook: ${await created.text()}`);
  const stopping = new AbortController();
  const followed = follow(`${url}/events/v1/changes`, authorization, stopping.signal, () =>
    moments.stream.push(performance.now()),
  );
  const within = (times: readonly number[], from: number, to: number) =>
    times.filter((time) => time >= from && time < to);
  return {
    between: (from, to) => ({
      stream: within(moments.stream, from, to),
      webhook: within(moments.webhook, from, to),
    }),
    async stop() {
      stopping.abort();
      await followed;
      await receiver.close();
    },
  };
}

/** Keeps a stream open, and reports each event of it. */
async function follow(url: string, authorization: string, signal: AbortSignal, heard: () => void): Promise<void> {
  while (!signal.aborted) {
    await request(url, { headers: { authorization }, signal, bodyTimeout: 0 })
      .then(async ({ statusCode, body }) => {
        // Comments keep the connection open; they are no events.
        for await (const piece of body) if (statusCode === 200 && String(piece).includes('event:')) heard();
      })
      .catch(() => undefined);
    await sleep(reconnectAfter, undefined, { signal }).catch(() => undefined);
  }
}
