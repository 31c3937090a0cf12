import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { newestMigration } from './migrations/migrate.ts';
import { listenerName } from './migrations/older-nodes.ts';
import { openClient, queryRegularly } from './pool.ts';

/** Channels between nodes: announcements, and graphile-worker's channels for new jobs and changes of its tables. */
export const channels = ['keyhold', 'jobs:insert', 'worker:migrate'] as const;
export type Channel = (typeof channels)[number];

/**
 * The node's only listening connection (LISTEN). PostgreSQL wakes every listening connection for every notification,
 * whatever its channel, so a second one would make each announcement more expensive.
 */
export interface Listener {
  /** Calls back with each payload, which any login of the database may have sent, or `null` when some may have been missed, until the returned function is called. */
  subscribe(channel: Channel, notified: (payload: string | null) => void): () => void;
  close(): Promise<void>;
}

/** Delay between two attempts to reconnect, in milliseconds. */
const reconnectDelay = 500;
/** Interval and timeout of the check that the connection is alive, in milliseconds. */
const usualChecks = { every: 5_000, limit: 5_000 };

/**
 * Opens the connection and reconnects after a loss, which notifies every subscriber with `null`.
 *
 * @param connectionString without a pooler in between
 * @throws the database's error, when the first connection fails
 */
export async function openListener(connectionString: string, log: Logger, checks = usualChecks): Promise<Listener> {
  const heard = new EventEmitter<Record<Channel, [payload: string | null]>>();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  async function open(): Promise<pg.Client> {
    const client = await openClient(
      { connectionString, application_name: listenerName(newestMigration) },
      checks.limit,
    );
    client.on('notification', ({ channel, payload }) => {
      heard.emit(channel as Channel, payload ?? '');
    });
    try {
      for (const channel of channels) await client.query(`listen "${channel}"`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is lost or closed. */
  async function untilLost(client: pg.Client): Promise<void> {
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    const endChecks = queryRegularly(client, checks.every);
    await Promise.race([lost, closed]);
    endChecks();
    await client.end().catch(() => undefined);
  }

  async function keepListening(first: pg.Client): Promise<void> {
    let client: pg.Client | null = first;
    while (!closing.signal.aborted) {
      if (client) await untilLost(client);
      client = null;
      await wait(reconnectDelay, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        client = await open();
        for (const channel of channels) heard.emit(channel, null);
      } catch (error) {
        log.warn({ err: error }, 'The listener cannot connect to the database; trying again.');
      }
    }
  }

  const listening = keepListening(await open());
  return {
    subscribe: (channel, notified) => {
      heard.on(channel, notified);
      return () => heard.off(channel, notified);
    },
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
