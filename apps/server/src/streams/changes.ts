import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { newestMigration } from '../db/migrations/migrate.ts';
import { listenerName } from '../db/migrations/older-nodes.ts';
import { openClient } from '../db/pool.ts';
import { type Announcement, channel } from './announce.ts';
import { createRecent } from './recent.ts';

/** The node's one listener (LISTEN connection) for announcements of every node. */
export interface Changes {
  /**
   * Calls the listener with every announcement until the returned function is called, beginning with those of the last
   * `past` milliseconds, of which one minute is buffered; `null` means that some may have been missed.
   */
  subscribe(listener: (announcement: Announcement | null) => void, past?: number): () => void;
  close(): Promise<void>;
}

/** Delay between two attempts to reconnect, in milliseconds. */
const reconnectDelay = 500;
/** Interval and timeout of the check that the listener's connection is alive, in milliseconds. */
const usualChecks = { every: 5_000, limit: 5_000 };

/** Opens the node's LISTEN connection, and keeps it open: after a loss every listener is notified with `null`. */
export async function listenForChanges(connectionString: string, log: Logger, checks = usualChecks): Promise<Changes> {
  const listeners = new Set<(announcement: Announcement | null) => void>();
  const recent = createRecent();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  const notify = (announcement: Announcement | null) => {
    recent.add(announcement);
    for (const listener of listeners) listener(announcement);
  };

  async function open(): Promise<pg.Client> {
    const client = await openClient(
      { connectionString, application_name: listenerName(newestMigration) },
      checks.limit,
    );
    client.on('notification', (message) => {
      if (message.payload) notify(JSON.parse(message.payload) as Announcement);
    });
    try {
      await client.query(`listen ${channel}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is lost or closed. Only a query detects a network partition. */
  async function untilLost(client: pg.Client): Promise<void> {
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    let isChecking = false;
    const check = setInterval(async () => {
      if (isChecking) return;
      isChecking = true;
      await client.query('select').catch(() => undefined);
      isChecking = false;
    }, checks.every);
    await Promise.race([lost, closed]);
    clearInterval(check);
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
        notify(null);
      } catch (error) {
        log.warn({ err: error }, 'The listener cannot connect to the database; trying again.');
      }
    }
  }

  const listening = keepListening(await open());
  return {
    subscribe: (listener, past = 0) => {
      for (const announcement of recent.within(past)) listener(announcement);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closing.abort();
      await listening;
    },
  };
}
