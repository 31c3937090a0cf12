import pg from 'pg';
import type { Logger } from 'pino';
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

/** Opens the node's LISTEN connection, and keeps it open: after a loss every listener is told to look for itself. */
export async function listenForChanges(connectionString: string, log: Logger): Promise<Changes> {
  const listeners = new Set<(announcement: Announcement | null) => void>();
  const recent = rememberRecent();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const tell = (announcement: Announcement | null) => {
    recent.add(announcement);
    for (const listener of listeners) listener(announcement);
  };

  async function open(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'keyhold listen', keepAlive: true });
    const lost = () => {
      if (client !== next || closed) return;
      client = null;
      timer = setTimeout(reopen, reconnectDelay);
    };
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', (message) => {
      if (message.payload) tell(JSON.parse(message.payload) as Announcement);
    });
    await next.connect();
    client = next;
    await next.query(`listen ${channel}`);
  }

  async function reopen(): Promise<void> {
    if (closed) return;
    try {
      await open();
      tell(null);
    } catch (error) {
      log.warn({ err: error }, 'The database cannot be heard; trying again.');
      client = null;
      timer = setTimeout(reopen, reconnectDelay);
    }
  }

  await open();
  return {
    subscribe: (listener, past = 0) => {
      for (const announcement of recent.within(past)) listener(announcement);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
