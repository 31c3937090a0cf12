import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openClient } from '../db/pool.ts';
import { type Announcement, channel } from './announce.ts';
import { rememberRecent } from './recent.ts';

/** The node's one ear on the database: what any node committed, as it happens. */
export interface Changes {
  /**
   * Hears every announcement until the returned function is called, beginning with those of the `past` milliseconds, of
   * which a minute is remembered; `null` means that some may have been missed.
   */
  subscribe(listener: (announcement: Announcement | null) => void, past?: number): () => void;
  close(): Promise<void>;
}

/** Wait between two tries to reach the database again, in milliseconds. */
const reconnectDelay = 500;
/** How often a connection that only listens is asked whether it is still one, and how long its answer may take, in milliseconds. */
const usualChecks = { every: 5_000, limit: 5_000 };

/** Opens the node's LISTEN connection, and keeps it open: after a loss every listener is told to look for itself. */
export async function listenForChanges(connectionString: string, log: Logger, checks = usualChecks): Promise<Changes> {
  const listeners = new Set<(announcement: Announcement | null) => void>();
  const recent = rememberRecent();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  const tell = (announcement: Announcement | null) => {
    recent.add(announcement);
    for (const listener of listeners) listener(announcement);
  };

  async function open(): Promise<pg.Client> {
    const client = await openClient({ connectionString, application_name: 'keyhold listen' }, checks.limit);
    client.on('notification', (message) => {
      if (message.payload) tell(JSON.parse(message.payload) as Announcement);
    });
    try {
      await client.query(`listen ${channel}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Until it is lost, or closed. A network that was cut says nothing: only a question finds out. */
  async function outlive(client: pg.Client): Promise<void> {
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    let asking = false;
    const check = setInterval(async () => {
      if (asking) return;
      asking = true;
      await client.query('select').catch(() => undefined);
      asking = false;
    }, checks.every);
    await Promise.race([lost, closed]);
    clearInterval(check);
    await client.end().catch(() => undefined);
  }

  async function goOn(first: pg.Client): Promise<void> {
    let client: pg.Client | null = first;
    while (!closing.signal.aborted) {
      if (client) await outlive(client);
      client = null;
      await wait(reconnectDelay, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        client = await open();
        tell(null);
      } catch (error) {
        log.warn({ err: error }, 'The database cannot be heard; trying again.');
      }
    }
  }

  const listening = goOn(await open());
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
